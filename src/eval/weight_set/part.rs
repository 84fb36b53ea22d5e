use super::Text;
use crate::eval::tapered::Tapered;

/// How a fit may change a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fitting {
    /// The least value it may take.
    pub least: i32,
    /// The greatest value it may take.
    pub most: i32,
    /// How much of the weight about makes one unit of the evaluation, at least 1: the measure of a step that matters.
    pub unit: i32,
}

impl Fitting {
    /// Any value makes sense.
    pub const FREE: Self = Self { least: -10_000, most: 10_000, unit: 1 };

    /// What is good by its nature, and would only by chance seem worth less than nothing.
    pub const GOOD: Self = Self { least: 0, ..Self::FREE };

    /// What is bad by its nature.
    pub const BAD: Self = Self { most: 0, ..Self::FREE };

    /// The same for a weight of which `unit` make one of the evaluation's units.
    #[must_use]
    pub const fn in_units_of(self, unit: i32) -> Self {
        Self { unit, ..self }
    }
}

/// One number of a [`super::WeightSet`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weight {
    /// Where it stands, such as `men[3].middle`.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// How it may change.
    pub fitting: Fitting,
}

/// A weight or several of them: a number, a pair, an array, a struct.
pub trait Part {
    /// Shows `visit` each number with its name, which begins with `name`, and how it may change: as `fitting` says,
    /// unless a struct says otherwise of its field.
    fn walk(&mut self, name: &mut String, fitting: Fitting, visit: &mut dyn FnMut(&str, Fitting, &mut i32));

    /// How this is written in Rust.
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
