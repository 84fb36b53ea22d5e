use super::Text;
use crate::eval::classical::Tapered;

/// The range and scale of a weight in a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fitting {
    /// The minimum value.
    pub least: i32,
    /// The maximum value.
    pub most: i32,
    /// The amount of the weight that changes the evaluation by about one unit, at least 1. It determines the step size
    /// of a fit.
    pub unit: i32,
}

impl Fitting {
    /// No restriction.
    pub const FREE: Self = Self { least: -10_000, most: 10_000, unit: 1 };

    /// A bonus: a negative value could only be noise.
    pub const GOOD: Self = Self { least: 0, ..Self::FREE };

    /// A penalty: a positive value could only be noise.
    pub const BAD: Self = Self { most: 0, ..Self::FREE };

    /// The same for a weight that changes the evaluation by one unit per `unit`.
    #[must_use]
    pub const fn in_units_of(self, unit: i32) -> Self {
        Self { unit, ..self }
    }
}

/// One number of a [`super::WeightSet`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weight {
    /// Its path in the weight set, such as `pieces[3].middle`.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// Its range and scale in a fit.
    pub fitting: Fitting,
}

/// One or several weights: a number, a tapered value, an array or a struct.
pub trait Part {
    /// Calls `visit` for each number with its path, which begins with `name`, and its [`Fitting`]: `fitting`, unless a
    /// struct declares another one for the field.
    fn walk(&mut self, name: &mut String, fitting: Fitting, visit: &mut dyn FnMut(&str, Fitting, &mut i32));

    /// The value as Rust source.
    fn text(&self) -> Text;
}

impl Part for i32 {
    fn walk(&mut self, name: &mut String, fitting: Fitting, visit: &mut dyn FnMut(&str, Fitting, &mut i32)) {
        visit(name, fitting, self);
    }

    fn text(&self) -> Text {
        Text::Value(self.to_string())
    }
}

impl Part for Tapered {
    fn walk(&mut self, name: &mut String, fitting: Fitting, visit: &mut dyn FnMut(&str, Fitting, &mut i32)) {
        visit(&format!("{name}.middle"), fitting, &mut self.middle);
        visit(&format!("{name}.end"), fitting, &mut self.end);
    }

    fn text(&self) -> Text {
        Text::Value(format!("t({}, {})", self.middle, self.end))
    }
}

impl<T: Part, const N: usize> Part for [T; N] {
    fn walk(&mut self, name: &mut String, fitting: Fitting, visit: &mut dyn FnMut(&str, Fitting, &mut i32)) {
        let length = name.len();
        for (index, part) in self.iter_mut().enumerate() {
            name.extend(["[", &index.to_string(), "]"]);
            part.walk(name, fitting, visit);
            name.truncate(length);
        }
    }

    fn text(&self) -> Text {
        Text::Array(self.iter().map(Part::text).collect())
    }
}
