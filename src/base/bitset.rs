/// Defines a set of points as the bits of one integer.
///
/// `bitset! { /// docs; pub struct Set(u64) of Point; }` requires that `Point` has cheap `const fn index(self) ->
/// usize` and `const fn from_index(usize) -> Self`; the integer must have a bit for every index.
macro_rules! bitset {
    ($(#[$meta:meta])* $vis:vis struct $Set:ident($Word:ty) of $Point:ty;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        $vis struct $Set(pub $Word);

        impl $Set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The set that holds only this point.
            #[inline]
            pub const fn of(point: $Point) -> Self {
                Self(1 << point.index())
            }

            /// Whether the point is in the set.
            #[inline]
            pub const fn contains(self, point: $Point) -> bool {
                self.0 >> point.index() & 1 != 0
            }

            /// Whether no point is in the set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether any point is in the set.
            #[inline]
            pub const fn any(self) -> bool {
                self.0 != 0
            }

            /// Whether two or more points are in the set.
            #[inline]
            pub const fn more_than_one(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// The number of points in the set.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The point with the lowest index, or `None` if the set is empty.
            #[inline]
            pub const fn first(self) -> Option<$Point> {
                if self.0 == 0 { None } else { Some(<$Point>::from_index(self.0.trailing_zeros() as usize)) }
            }

            /// Adds a point.
            #[inline]
            pub const fn insert(&mut self, point: $Point) {
                self.0 |= 1 << point.index();
            }

            /// Removes a point.
            #[inline]
            pub const fn remove(&mut self, point: $Point) {
                self.0 &= !(1 << point.index());
            }

            /// The intersection: points that are in both sets.
            #[must_use]
            #[inline]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// The union: points that are in either set.
            #[must_use]
            #[inline]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The difference: points of this set that are not in the other.
            #[must_use]
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl std::ops::BitAnd for $Set {
            type Output = Self;

            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $Set {
            type Output = Self;

            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitXor for $Set {
            type Output = Self;

            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl std::ops::BitAndAssign for $Set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl std::ops::BitOrAssign for $Set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitXorAssign for $Set {
            #[inline]
            fn bitxor_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }

        /// Iterates over the points in ascending order of their indices.
        // A set is as cheap to copy as an index, and callers expect to iterate over a copy.
        #[allow(clippy::copy_iterator)]
        impl Iterator for $Set {
            type Item = $Point;

            #[inline]
            fn next(&mut self) -> Option<$Point> {
                let point = self.first()?;
                self.0 &= self.0 - 1;
                Some(point)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = (*self).0.count_ones() as usize;
                (len, Some(len))
            }
        }

        impl FromIterator<$Point> for $Set {
            fn from_iter<I: IntoIterator<Item = $Point>>(points: I) -> Self {
                points.into_iter().fold(Self::EMPTY, |set, point| set | Self::of(point))
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

pub(crate) use bitset;
