//! The exact rules of Plyground's games, one folder each.
//!
//! [`visit`] turns a spec (`simplexity:rows=8`) into a start position of the right type and hands it to a [`Visitor`];
//! whoever works with games of unknown type is a visitor. [`families`] lists what there is.

mod family;
mod scene;

pub use family::{Family, FamilyInfo, TypeVisitor, Visitor};
pub use scene::{Place, Scene, SceneError, SceneVisitor, set_up};

use ply_game::{BoardGame, Spec, SpecError};

/// The list of games: a line here and a folder with a `Family` make a game known everywhere.
macro_rules! games {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Every game, in the order of the list.
        pub fn families() -> Vec<FamilyInfo> {
            vec![$(FamilyInfo::of::<$module::Family>()),*]
        }

        /// Shows every type a game of the list may have.
        pub fn each_type(visitor: &mut impl TypeVisitor) {
            $(<$module::Family as Family>::types(visitor);)*
        }

        /// Sets up the game a spec names and hands its start position to the visitor. `position` is a position text
        /// that will be read next, if any: options that were left out and that it tells (a board's size) come from it.
        pub fn visit<V: Visitor>(spec: &Spec, position: Option<&str>, visitor: V) -> Result<V::Output, SpecError> {
            $(if spec.name == <$module::Family as Family>::NAME {
                return family::visit::<$module::Family, V>(spec, position, visitor);
            })*
            Err(family::unknown(spec, &families()))
        }
    };
}

games! {
    simplexity,
    pentago_swap,
    colosseum,
    dots_and_boxes,
    infexion,
}

struct StartText;

impl Visitor for StartText {
    type Output = String;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> String {
        start.position_text()
    }
}

/// The text of the start that a spec names.
pub fn start_text(spec: &Spec) -> Result<String, SpecError> {
    visit(spec, None, StartText)
}
