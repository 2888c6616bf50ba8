//! A family is a game at all its sizes: its name, its options, and the type that holds each size best.

use ply_game::{BoardGame, OptionInfo, Options, Spec, SpecError, nearest};

/// A game at all its sizes. Each game's folder has one type `Family`.
pub trait Family {
    /// Its name in specs.
    const NAME: &'static str;
    /// One line about it.
    const ABOUT: &'static str;
    /// Its options, in the order of the full spelling.
    const OPTIONS: &'static [OptionInfo];

    /// Chooses the type for these options and calls `visitor.visit(options.spec(), start)`.
    fn visit<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError>;

    /// Shows every type that [`Family::visit`] may choose.
    fn types(visitor: &mut impl TypeVisitor);

    /// Options that a position's text tells by itself, such as its size; used where the spec leaves them out.
    fn infer(position: &str) -> Vec<(&'static str, String)> {
        let _ = position;
        Vec::new()
    }
}

/// Something done with a game whose type is known only when the spec is read.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it: `spec` is the full spelling, `start` the start position.
    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output;
}

/// Something done for every type a game may have: whatever is made for all of them at once, and compiled once.
pub trait TypeVisitor {
    /// Does it for one type.
    fn visit<G: BoardGame>(&mut self);
}

/// What is listed of a family.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
}

impl FamilyInfo {
    pub(crate) fn of<F: Family>() -> Self {
        Self { name: F::NAME, about: F::ABOUT, options: F::OPTIONS }
    }
}

pub(crate) fn visit<F: Family, V: Visitor>(
    spec: &Spec,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, SpecError> {
    F::visit(&mut options(spec, position.map(F::infer).unwrap_or_default(), F::OPTIONS)?, visitor)
}

/// The options of a spec, and those inferred that it leaves out. Not generic: there are hundreds of visitors.
fn options(
    spec: &Spec,
    inferred: Vec<(&'static str, String)>,
    known: &'static [OptionInfo],
) -> Result<Options, SpecError> {
    let mut spec = spec.clone();
    for (key, value) in inferred {
        if !spec.options.iter().any(|(given, _)| given == key) {
            spec.options.push((key.to_owned(), value));
        }
    }
    Options::read(&spec, known)
}

pub(crate) fn unknown(spec: &Spec, families: &[FamilyInfo]) -> SpecError {
    let names = || families.iter().map(|family| family.name);
    SpecError::Name {
        kind: "game",
        name: spec.name.clone(),
        nearest: nearest(&spec.name, names()),
        known: names().collect::<Vec<_>>().join(", "),
    }
}
