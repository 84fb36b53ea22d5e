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

        impl $crate::eval::weight_set::Part for $name {
            fn walk(
                &mut self,
                name: &mut String,
                fitting: $crate::eval::weight_set::Fitting,
                visit: &mut dyn FnMut(&str, $crate::eval::weight_set::Fitting, &mut i32),
            ) {
                let length = name.len();
                $(
                    if length > 0 {
                        name.push('.');
                    }
                    name.push_str(stringify!($field));
                    let own = [fitting $(, $fitting)?];
                    $crate::eval::weight_set::Part::walk(&mut self.$field, name, own[own.len() - 1], visit);
                    name.truncate(length);
                )*
            }

            fn text(&self) -> $crate::eval::weight_set::Text {
                $crate::eval::weight_set::Text::Struct {
                    name: stringify!($name),
                    fields: vec![
                        $((
                            stringify!($field),
                            $crate::eval::weight_set::Part::text(&self.$field),
                        ),)*
                    ],
                }
            }
        }
    };
}

pub(crate) use weight_set;
