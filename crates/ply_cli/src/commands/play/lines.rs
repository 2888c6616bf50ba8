//! The game line by line, for pipes, for screen readers and for terminals that cannot be drawn on.

use std::io::BufRead as _;
use std::time::Instant;

use anyhow::Result;
use ply_game::{BoardGame, View};

use super::opponent::News;
use super::round::Round;
use super::sitting::Thought;
use super::wish::{WORDS, Wish, wish};
use crate::output::{Screen, print};

pub fn run<G: BoardGame>(screen: Screen, mut round: Round<G>) -> Result<()> {
    let mut lines = std::io::stdin().lock().lines();
    print("Type a move, or help.\n");
    while round.turn().is_some() {
        show(screen, &round);
        if round.is_persons_turn() {
            let asked = Instant::now();
            if !turn(&mut round, &mut lines, asked)? {
                round.keep();
                return Ok(());
            }
        } else {
            reply(&mut round);
        }
    }
    show(screen, &round);
    if let Some(verdict) = round.verdict() {
        print(&format!("{verdict}\n"));
    }
    Ok(())
}

fn show<G: BoardGame>(screen: Screen, round: &Round<G>) {
    let view = View { unicode: screen.unicode, last: round.sitting.last() };
    print(&format!("\n{}\n", screen.draw(&round.sitting.position().draw(view))));
}

/// A person's turn; false if the person leaves.
fn turn<G: BoardGame>(
    round: &mut Round<G>,
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
    asked: Instant,
) -> Result<bool> {
    let player = round.sitting.position().to_move();
    loop {
        let left = round.sitting.time_left(player);
        let clock = left.map(|time| format!(", {:.1} s left", (time.as_secs_f64() - asked.elapsed().as_secs_f64())));
        print(&format!("{player} to move{}> ", clock.unwrap_or_default()));
        let Some(line) = lines.next().transpose()? else { return Ok(false) };
        if left.is_some_and(|time| asked.elapsed() > time) {
            round.sitting.flag_falls(player);
            return Ok(true);
        }
        match wish(&line) {
            Wish::Nothing => {}
            Wish::Quit => return Ok(false),
            Wish::Help => {
                for (word, about) in WORDS {
                    print(&format!("  {word:<10} {about}\n"));
                }
            }
            Wish::Undo if round.sitting.undo() => return Ok(true),
            Wish::Undo => print("there is nothing to take back\n"),
            Wish::Resign => {
                round.sitting.resign(player);
                return Ok(true);
            }
            Wish::Save(path) => match round.save(&path) {
                Ok(()) => print(&format!("saved to {}\n", path.display())),
                Err(error) => print(&format!("{error:#}\n")),
            },
            Wish::Hint | Wish::Evaluation => print(&format!("{}\n", advice(round)?)),
            Wish::Move(text) => match round.read_move(&text) {
                Ok(mv) => {
                    round.play(mv, Thought { took: asked.elapsed(), ..Thought::default() });
                    return Ok(true);
                }
                Err(why) => print(&format!("{why}\n")),
            },
        }
    }
}

fn advice<G: BoardGame>(round: &mut Round<G>) -> Result<String> {
    let position = round.sitting.position().clone();
    let adviser = round.consult()?;
    let mut thought = String::new();
    while let Some(news) = adviser.next_news() {
        match news {
            News::Thinks(report) => thought = format!(", {} at depth {}", report.score, report.depth),
            News::Plays(mv, _) => return Ok(format!("hint: {}{thought}", position.move_text(mv))),
            News::Fails(fault) => return Ok(format!("no hint: {fault}")),
        }
    }
    Ok("no hint".to_owned())
}

/// The other side's turn.
fn reply<G: BoardGame>(round: &mut Round<G>) {
    let player = round.sitting.position().to_move();
    round.ask();
    let before = round.sitting.played().len();
    while round.turn().is_some() && round.sitting.played().len() == before {
        let Some(news) = round.opponent().and_then(|opponent| opponent.next_news()) else { break };
        round.hear(news);
    }
    if let Some(played) = round.sitting.played().get(before) {
        print(&format!("{player} plays {} after {:.1} s\n", played.record.text, played.record.ms / 1e3));
    }
}
