//! What a game says about its looks, for boards on a page: the drawing, where on it moves are made, which cells were won.

use anstyle::{AnsiColor, Color, Effects, Style};
use ply_game::{BoardGame, Canvas, View};
use ply_games::Scene;
use serde_json::{Map, Value, json};

/// The drawing of a position as rows of runs, each a text and its style in words, and the spot of each legal
/// move, null where it has none.
pub(crate) fn drawing<G: BoardGame>(scene: &Scene<G>) -> Value {
    let position = &scene.position;
    let canvas = position.draw(View { unicode: true, last: scene.moves.last().copied() });
    let spot = |mv| (position.move_text(mv), json!(position.spot(mv)));
    let spots: Map<String, Value> = position.move_list().into_iter().map(spot).collect();
    json!({"rows": rows(&canvas), "spots": spots})
}

fn rows(canvas: &Canvas) -> Value {
    let run = |run: &[(char, Style)]| {
        let text: String = run.iter().map(|(character, _)| character).collect();
        json!([text, words(run[0].1)])
    };
    let row = |row: &Vec<(char, Style)>| row.chunk_by(|a, b| a.1 == b.1).map(run).collect::<Value>();
    canvas.rows().iter().map(row).collect()
}

/// A style in words: `bold dimmed invert red on-blue`. Only the sixteen named colours have one.
fn words(style: Style) -> String {
    let effects = [(Effects::BOLD, "bold"), (Effects::DIMMED, "dimmed"), (Effects::INVERT, "invert")];
    let effects = effects.into_iter().filter(|(effect, _)| style.get_effects().contains(*effect));
    let mut words: Vec<String> = effects.map(|(_, word)| word.to_owned()).collect();
    words.extend(style.get_fg_color().and_then(colour).map(str::to_owned));
    words.extend(style.get_bg_color().and_then(colour).map(|name| format!("on-{name}")));
    words.join(" ")
}

fn colour(colour: Color) -> Option<&'static str> {
    let ansi = match colour {
        Color::Ansi(ansi) => ansi,
        Color::Ansi256(number) => number.into_ansi()?,
        Color::Rgb(_) => return None,
    };
    Some(match ansi {
        AnsiColor::Black => "black",
        AnsiColor::Red => "red",
        AnsiColor::Green => "green",
        AnsiColor::Yellow => "yellow",
        AnsiColor::Blue => "blue",
        AnsiColor::Magenta => "magenta",
        AnsiColor::Cyan => "cyan",
        AnsiColor::White => "white",
        AnsiColor::BrightBlack => "bright-black",
        AnsiColor::BrightRed => "bright-red",
        AnsiColor::BrightGreen => "bright-green",
        AnsiColor::BrightYellow => "bright-yellow",
        AnsiColor::BrightBlue => "bright-blue",
        AnsiColor::BrightMagenta => "bright-magenta",
        AnsiColor::BrightCyan => "bright-cyan",
        AnsiColor::BrightWhite => "bright-white",
    })
}

/// The cells that were won since an earlier position, or all of them: row, column, owner.
pub(crate) fn taken<G: BoardGame>(position: &G, since: Option<&G>) -> Value {
    let before = since.map(G::taken).unwrap_or_default();
    let is_new = |(row, column, _): &(usize, usize, _)| !before.iter().any(|(r, c, _)| (r, c) == (row, column));
    let cell = |(row, column, owner): (usize, usize, Option<ply_game::Player>)| {
        json!([row, column, owner.map(|owner| owner.to_string())])
    };
    position.taken().into_iter().filter(is_new).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_said_in_words() {
        assert_eq!(words(Style::new()), "");
        assert_eq!(words(AnsiColor::BrightWhite.on(AnsiColor::Blue).bold()), "bold bright-white on-blue");
        assert_eq!(words(AnsiColor::Red.on_default().invert()), "invert red");
    }
}
