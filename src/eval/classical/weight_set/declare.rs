/// Declares a struct of weights, whose fields are [`super::Part`]s, and implements [`super::Part`] for it.
///
/// A field may be followed by `=>` and a [`super::Fitting`] that restricts its values in fits; without it, the
/// enclosing one applies.
macro_rules! weight_set {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* pub $field:ident: $kind:ty $(=> $fitting:expr)?, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            $( $(#[$field_meta])* pub(crate) $field: $kind, )*
        }

        impl $crate::eval::classical::Part for $name {
            fn walk(
                &mut self,
                name: &mut String,
                fitting: $crate::eval::classical::Fitting,
                visit: &mut dyn FnMut(&str, $crate::eval::classical::Fitting, &mut i32),
            ) {
                let length = name.len();
                $(
                    if length > 0 {
                        name.push('.');
                    }
                    name.push_str(stringify!($field));
                    let own = [fitting $(, $fitting)?];
                    $crate::eval::classical::Part::walk(&mut self.$field, name, own[own.len() - 1], visit);
                    name.truncate(length);
                )*
            }

            fn text(&self) -> $crate::eval::classical::Text {
                $crate::eval::classical::Text::Struct {
                    name: stringify!($name),
                    fields: vec![
                        $((
                            stringify!($field),
                            $crate::eval::classical::Part::text(&self.$field),
                        ),)*
                    ],
                }
            }
        }
    };
}

pub(crate) use weight_set;
