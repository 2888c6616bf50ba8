//! What must hold of any text whatsoever: nothing panics, and what is read prints back as it was written.
//!
//! `cargo +nightly fuzz run TARGET fuzz/corpus/TARGET fuzz/seeds/TARGET -- -max_total_time=60`, with a target per game
//! and `spec`; those of the arena are listed in `arena`.

pub mod arena;

use ply_game::{BoardGame, Spec, View, play_texts, try_play};
use ply_games::{Visitor, families, visit};

/// Reads options, a position and moves of a game: the first line, the second and the rest. Empty lines stand for the
/// defaults and the start.
pub fn texts(game: &str, text: &str) {
    let mut lines = text.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or("");
    let (options, position, moves) = (line(), line(), line());
    let named = if options.is_empty() { game.to_owned() } else { format!("{game}:{options}") };
    let Ok(spec) = named.parse::<Spec>() else { return };
    let position = (!position.is_empty()).then_some(position);
    let _ = visit(&spec, position, Read { position, moves });
}

/// Reads a spec: of one of the games, with `text` as its options, or `text` alone.
pub fn spec(chosen: u8, text: &str) {
    let families = families();
    let text = match families.get(usize::from(chosen)) {
        Some(family) => format!("{}:{text}", family.name),
        None => text.to_owned(),
    };
    let Ok(spec) = text.parse::<Spec>() else { return };
    assert_eq!(spec.to_string(), text);
    if let Ok(full) = visit(&spec, None, Start) {
        assert_eq!(visit(&full, None, Start), Ok(full), "{text}");
    }
}

struct Start;

impl Visitor for Start {
    type Output = Spec;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Spec {
        is_sound(&start);
        spec
    }
}

struct Read<'a> {
    position: Option<&'a str>,
    moves: &'a str,
}

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) {
        let position = match self.position {
            None => start,
            Some(text) => {
                let Ok(read) = start.parse_position(text) else { return };
                assert_eq!(read.position_text(), text, "a position has one spelling");
                is_sound(&read);
                read
            }
        };
        for text in self.moves.split_whitespace().take(8) {
            if let Ok(mv) = position.parse_move(text) {
                assert_eq!(position.move_text(mv), text, "a move has one spelling");
                let played = try_play(&mut position.clone(), mv).is_ok();
                assert_eq!(played, position.move_list().contains(&mv), "{}: {text}", position.position_text());
            }
        }
        let mut end = position.clone();
        let last = play_texts(&mut end, self.moves).ok().and_then(|moves| moves.last().copied());
        is_sound(&end);
        for unicode in [false, true] {
            end.draw(View { unicode, last });
        }
    }
}

/// A position that can be played on, read back and mirrored.
fn is_sound<G: BoardGame>(position: &G) {
    let text = position.position_text();
    let again = position.parse_position(&text);
    assert_eq!(again.as_ref(), Ok(position), "{text}");
    let moves = position.move_list();
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}: moves are empty if and only if it is over");
    for &mv in &moves {
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv), "{text}");
        assert_eq!(position.move_at(position.move_index(mv)), Some(mv), "{text}");
    }
    let mirror = position.symmetries() - 1;
    assert_eq!(position.transformed(mirror).outcome(), position.outcome(), "{text}");
    position.winning_line();
}
