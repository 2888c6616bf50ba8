//! The game line by line, for pipes, for screen readers and for terminals that cannot be drawn on.

use std::io::BufRead as _;
use std::time::Duration;

use anyhow::Result;
use ply_game::{BoardGame, View};

use super::terminal_game::{Heard, TerminalGame};
use super::typed::{Typed, WORDS, read};
use crate::output::{Screen, Text, print, print_text};

/// How often one looks whether somebody has answered.
const TICK: Duration = Duration::from_millis(5);

pub fn run<G: BoardGame>(screen: Screen, mut terminal: TerminalGame<G>) -> Result<()> {
    let mut lines = std::io::stdin().lock().lines();
    print("Type a move, or help.\n");
    while terminal.game.to_move().is_some() {
        show(screen, &terminal);
        if !terminal.is_persons_turn() {
            reply(&mut terminal);
        } else if !turn(&mut terminal, &mut lines)? {
            print(&terminal.farewell());
            return Ok(());
        }
    }
    show(screen, &terminal);
    print(&terminal.farewell());
    Ok(())
}

fn show<G: BoardGame>(screen: Screen, terminal: &TerminalGame<G>) {
    let view = View { unicode: screen.unicode, last: terminal.game.last() };
    print_text(Text::from("\n") + screen.draw(&terminal.game.position().draw(view)) + "\n");
}

/// A person's turn; false if the person leaves.
fn turn<G: BoardGame>(
    terminal: &mut TerminalGame<G>,
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
) -> Result<bool> {
    let player = terminal.game.position().to_move();
    loop {
        let left = terminal.game.time_left(player).map(|time| time.saturating_sub(terminal.began.elapsed()));
        let clock = left.map(|time| format!(", {:.1} s left", time.as_secs_f64())).unwrap_or_default();
        print(&format!("{player} to move{clock}> "));
        let Some(line) = lines.next().transpose()? else { return Ok(false) };
        if matches!(terminal.listen(), Some(Heard::TurnOver)) {
            return Ok(true);
        }
        match read(&line) {
            Typed::Nothing => {}
            Typed::Quit => return Ok(false),
            Typed::Help => {
                for (word, about) in WORDS {
                    print(&format!("  {word:<10} {about}\n"));
                }
            }
            Typed::Undo if terminal.undo() => return Ok(true),
            Typed::Undo => print("there is nothing to take back\n"),
            Typed::Resign => {
                terminal.resign();
                return Ok(true);
            }
            Typed::Save(path) => match terminal.save_as(&path) {
                Ok(()) => print(&format!("saved to {}\n", path.display())),
                Err(error) => print(&format!("{error:#}\n")),
            },
            Typed::Hint | Typed::Evaluation => {
                let Some(advice) = advice(terminal)? else { return Ok(true) };
                print(&format!("{advice}\n"));
            }
            Typed::Move(text) => match terminal.game.read_move(&text) {
                Ok(mv) => {
                    terminal.play(mv);
                    return Ok(true);
                }
                Err(why) => print(&format!("{text}: {why}\n")),
            },
        }
    }
}

/// The next that is heard, waited for.
fn wait<G: BoardGame>(terminal: &mut TerminalGame<G>) -> Heard<G::Move> {
    loop {
        if let Some(heard) = terminal.listen() {
            return heard;
        }
        std::thread::sleep(TICK);
    }
}

/// What the adviser says; nothing if the person's time is over before.
fn advice<G: BoardGame>(terminal: &mut TerminalGame<G>) -> Result<Option<String>> {
    terminal.consult()?;
    let mut thought = String::new();
    loop {
        match wait(terminal) {
            Heard::Aloud(report) => thought = format!(", {} at depth {}", report.score, report.depth),
            Heard::Hint(Ok(mv)) => {
                return Ok(Some(format!("hint: {}{thought}", terminal.game.position().move_text(mv))));
            }
            Heard::Hint(Err(fault)) => return Ok(Some(format!("no hint: {fault}"))),
            Heard::TurnOver => return Ok(None),
        }
    }
}

/// The other side's turn.
fn reply<G: BoardGame>(terminal: &mut TerminalGame<G>) {
    let before = terminal.game.moves().len();
    while !matches!(wait(terminal), Heard::TurnOver) {}
    if let Some(played) = terminal.game.moves().nth(before) {
        print(&format!("{} plays {} after {:.1} s\n", played.by, played.text, played.ms / 1e3));
    }
}
