use super::shape::Shapes;
use super::{LineRule, Shape, Threat};

/// The combined shape that a stone on an empty point would make on all four lines through the point, with the
/// distinctions that evaluations make. The order of the lines does not matter.
///
/// Every shape below a four has a *grade*: 0 for dead shapes, for [`Shape::ClosedOne`] and for overlines that are
/// merely useless, then 1 to 7 from [`Shape::OpenOne`] to [`Shape::OpenThreeWide`]. The classes, in order, are:
///
/// - without threes and fours, the grades of all four lines, 0 to 5: with the highest first, `a ≥ b ≥ c ≥ d`, the class
///   is `C(a+3, 4) + C(b+2, 3) + C(c+1, 2) + d`, from 0 (nothing on any line) to 125 (four closed threes);
/// - with an open three and no four, its grade and the two highest of the others, from 126;
/// - with one four that does not win by itself, the two highest grades of the others, from 190;
/// - [`Threat::WinningFour`], 226; [`Threat::Five`], 227; [`Threat::Forbidden`], 228.
///
/// A class determines its [`Threat`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Class(u8);

/// The combination of the shapes of a point's four lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Combination {
    /// The class, used by evaluations.
    pub class: Class,
    /// The threat, used by rules and searches; it follows from the class.
    pub threat: Threat,
}

impl Combination {
    /// The lowest combination.
    pub(super) const NONE: Self = Self { class: Class(0), threat: Threat::None };

    /// The combination of these shapes under a rule.
    pub(crate) fn of(shapes: Shapes, rule: LineRule) -> Self {
        let threat = Threat::of(shapes, rule);
        Self { class: Class::of(shapes, threat), threat }
    }
}

/// The grade of [`Shape::OpenThree`], the lowest grade of a three.
const THREE: usize = grade(Shape::OpenThree);
/// The number of grades.
const GRADES: usize = grade(Shape::OpenThreeWide) + 1;
/// The first class with a three.
const THREES: usize = quads(THREE);
/// The first class with a four.
const FOURS: usize = THREES + triples(GRADES) - triples(THREE);
/// The first of the classes that represent a single threat.
const WHOLE: usize = FOURS + pairs(GRADES);

/// The number of ways to choose two of `grades` grades with repetition.
const fn pairs(grades: usize) -> usize {
    (grades + 1) * grades / 2
}

/// The number of ways to choose three with repetition.
const fn triples(grades: usize) -> usize {
    (grades + 2) * pairs(grades) / 3
}

/// The number of ways to choose four with repetition.
const fn quads(grades: usize) -> usize {
    (grades + 3) * triples(grades) / 4
}

/// The grade of a shape below a four.
const fn grade(shape: Shape) -> usize {
    match shape {
        Shape::OpenOne => 1,
        Shape::ClosedTwo => 2,
        Shape::OpenTwo => 3,
        Shape::OpenTwoWide => 4,
        Shape::ClosedThree => 5,
        Shape::OpenThree => 6,
        Shape::OpenThreeWide => 7,
        _ => 0,
    }
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = WHOLE + 3;

    /// The class of these shapes, whose threat is given.
    fn of(shapes: Shapes, threat: Threat) -> Self {
        let class = match threat {
            Threat::WinningFour => WHOLE,
            Threat::Five => WHOLE + 1,
            Threat::Forbidden => WHOLE + 2,
            _ => {
                let mut grades = shapes.all().map(grade);
                grades.sort_unstable_by(|one, other| other.cmp(one));
                let [a, b, c, d] = grades;
                if shapes.all().into_iter().any(Shape::is_four) {
                    // The four itself has grade 0 and has been sorted to the end.
                    FOURS + pairs(a) + b
                } else if a >= THREE {
                    THREES + triples(a) - triples(THREE) + pairs(b) + c
                } else {
                    quads(a) + triples(b) + pairs(c) + d
                }
            }
        };
        Self(class as u8)
    }

    /// The class's index, less than [`Class::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

const _: () = assert!(Class::COUNT == 229);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::{Freestyle, Renju, Rule, Standard};

    /// All combinations of shapes, with their class under a rule.
    fn classes(rule: LineRule) -> Vec<(Shapes, Combination)> {
        let mut classes = Vec::new();
        for a in Shape::ALL {
            for b in Shape::ALL {
                for c in Shape::ALL {
                    for d in Shape::ALL {
                        let shapes = Shapes::new([a, b, c, d]);
                        classes.push((shapes, Combination::of(shapes, rule)));
                    }
                }
            }
        }
        classes
    }

    fn rules() -> [LineRule; 4] {
        [Freestyle::LINES[0], Standard::LINES[0], Renju::LINES[0], Renju::LINES[1]]
    }

    #[test]
    fn a_class_determines_the_threat() {
        for rule in rules() {
            let mut threats = [None; Class::COUNT];
            for (shapes, Combination { class, threat }) in classes(rule) {
                assert_eq!(*threats[class.index()].get_or_insert(threat), threat, "{shapes:?}");
            }
        }
    }

    #[test]
    fn every_class_is_used_and_the_order_of_lines_does_not_matter() {
        let mut is_used = [false; Class::COUNT];
        for rule in rules() {
            for (shapes, combination) in classes(rule) {
                let class = combination.class;
                is_used[class.index()] = true;
                let mut turned = shapes.all();
                turned.rotate_left(1);
                assert_eq!(Combination::of(Shapes::new(turned), rule), combination);
                turned.swap(0, 1);
                assert_eq!(Combination::of(Shapes::new(turned), rule), combination);
            }
        }
        assert_eq!(is_used.iter().filter(|is_used| !**is_used).count(), 0);
    }

    #[test]
    fn classes_below_a_three_distinguish_the_shapes_of_each_line() {
        let rule = Freestyle::LINES[0];
        let mut seen: [Option<[usize; 4]>; Class::COUNT] = [None; Class::COUNT];
        for (shapes, Combination { class, .. }) in classes(rule) {
            let shapes = shapes.all();
            if shapes.iter().any(|shape| *shape >= Shape::OpenThree) {
                continue;
            }
            let mut grades = shapes.map(grade);
            grades.sort_unstable();
            assert_eq!(*seen[class.index()].get_or_insert(grades), grades);
        }
    }
}
