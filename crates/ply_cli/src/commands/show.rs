//! `plyground show`: a position drawn, or as data.

use anyhow::Result;
use ply_arena::describe;
use ply_game::{BoardGame, Outcome, View};

use crate::args::{Format, ShowArgs};
use crate::output::{Screen, Text, print_json, print_text};
use crate::setup::{Scene, SceneVisitor, with_scene};

pub fn run(screen: Screen, args: &ShowArgs) -> Result<()> {
    with_scene(&args.game, &args.from, Show { screen, format: args.format })
}

struct Show {
    screen: Screen,
    format: Format,
}

impl SceneVisitor for Show {
    type Output = ();

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<()> {
        if self.format.json {
            return print_json(&as_json(&scene));
        }
        let position = &scene.position;
        let view = View { unicode: self.screen.unicode, last: scene.moves.last().copied() };
        let status = match position.outcome() {
            Some(Outcome::Win(player)) => format!("{player} has won"),
            Some(Outcome::Draw) => "a draw".to_owned(),
            None => format!("{} to move, {} legal moves", position.to_move(), position.move_list().len()),
        };
        let below = format!("\nply {}: {status}\nposition: {}\n", scene.ply(), position.position_text());
        print_text(Text::from(format!("{}\n\n", scene.spec)) + self.screen.draw(&position.draw(view)) + below);
        Ok(())
    }
}

/// The winning line is spelled as the originals print it.
fn as_json<G: BoardGame>(scene: &Scene<G>) -> serde_json::Value {
    let line = |cells: Vec<(usize, usize)>| -> String {
        cells.into_iter().map(|(row, column)| format!("({row},{column})")).collect()
    };
    let mut value = describe::position(scene);
    value["line"] = scene.position.winning_line().map(line).into();
    value
}
