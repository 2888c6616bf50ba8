//! `plyground match`: two agents, paired openings, and who is better by how much.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use ply_arena::schedule::Pairing;
use ply_arena::stats::MatchScore;
use ply_arena::{FaultSeen, GameRecord, GameUnderWay, MatchTally, describe};
use ply_game::BoardGame;

use super::record::{GameVisitor, with_game};
use super::run::{Run, Unready};
use crate::args::MatchArgs;
use crate::new_file::{FORCE, ensure_new};
use crate::output::{Screen, print, print_json, progress, tell};

pub fn run(screen: Screen, args: &MatchArgs) -> Result<ExitCode> {
    let (agents, games) = ([args.a.as_str(), args.b.as_str()], args.games as usize);
    let (run, code) = match Run::of_match("match", &args.game, agents, games, &args.rules) {
        // Whoever reads the result by machine gets one: forfeits, and what they are about in the exit code.
        Err(error) if args.format.json && error.is::<Unready>() => {
            tell(format!("{error:#}"));
            (Run::of_any_match("match", &args.game, agents, games, &args.rules)?, ExitCode::from(2))
        }
        run => (run?, ExitCode::SUCCESS),
    };
    run.tell_sandbox();
    let mut file = args.save.as_deref().map(|path| new_file(path, args)).transpose()?;
    let mut unsaved = Ok(());
    let mut tally = MatchTally::default();
    let bar = progress(args.games.into(), "match");
    let mut count = |pairing: &Pairing, record: &GameRecord| {
        if let Some(file) = file.as_mut().filter(|_| unsaved.is_ok()) {
            unsaved = save(file, record, args.positions);
        }
        tally.count(pairing, record);
        show_progress(&tally, &bar);
    };
    run.games()?.iter().for_each(|game| count(&game.pairing, &game.record));
    let complete = run.play(|game| count(&game.pairing, game.record))?;
    bar.finish_and_clear();
    if !complete {
        tell(format!("{} of {} games; {}", tally.games.len(), args.games, run.interrupted()));
    }
    show(screen, args, &run, &tally)?;
    unsaved.context("the games could not be saved")?;
    if let Some(mut file) = file {
        file.flush().context("the games could not be saved")?;
    }
    Ok(if complete { code } else { ExitCode::from(1) })
}

/// A file for the games. What is there is not written over unless that was asked for, or it is of this match as it was
/// when it was stopped.
fn new_file(path: &Path, args: &MatchArgs) -> Result<BufWriter<File>> {
    ensure_new(path, args.force || args.rules.keep.resume && holds_records(path), FORCE).context("--save")?;
    Ok(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?))
}

/// Whether a file begins with a game, or is empty.
fn holds_records(path: &Path) -> bool {
    let mut line = String::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_line(&mut line));
    read.is_ok() && (line.trim().is_empty() || serde_json::from_str::<GameRecord>(&line).is_ok())
}

fn save(file: &mut BufWriter<File>, record: &GameRecord, positions: bool) -> Result<()> {
    if positions {
        let mut line = serde_json::to_value(record)?;
        let moves = line["moves"].as_array_mut().into_iter().flatten();
        for (mv, position) in moves.zip(with_game(record, PositionsBefore)?) {
            mv["position"] = position.into();
        }
        serde_json::to_writer(&mut *file, &line)?;
    } else {
        serde_json::to_writer(&mut *file, record)?;
    }
    file.write_all(b"\n")?;
    Ok(())
}

/// The text of the position before each of the agents' moves.
struct PositionsBefore;

impl GameVisitor for PositionsBefore {
    type Output = Vec<String>;

    fn visit<G: BoardGame>(self, game: GameUnderWay<G>) -> Result<Vec<String>> {
        let opening = game.move_texts().len() - game.moves().len();
        let mut position = game.start().clone();
        let texts = game.all_moves().map(|mv| {
            let text = position.position_text();
            position.play(mv);
            text
        });
        Ok(texts.skip(opening).collect())
    }
}

fn show(screen: Screen, args: &MatchArgs, run: &Run, tally: &MatchTally) -> Result<()> {
    let data = describe::match_games(run.plan(), run.line_up(), tally);
    if args.format.json {
        return print_json(&data);
    }
    let headings = ["agent", "wins", "draws", "losses", "points", "forfeits", "mean ms", "max ms"];
    let mut table = screen.table(1, &headings);
    let names = run.plan().agents.iter().map(|agent| &agent.name);
    // Where CPU time counts, a program's milliseconds are not those of an agent of ours.
    let mixed = ["a", "b"].iter().any(|side| data[side]["ms_of"] == "cpu");
    for (side, name) in names.clone().enumerate() {
        let of_side = &data[["a", "b"][side]];
        let cell = |key: &str| of_side[key].to_string();
        let unit = of_side["ms_of"].as_str().filter(|_| mixed).map(|of| format!(" {of}")).unwrap_or_default();
        table.add_row([
            name.clone(),
            cell("wins"),
            cell("draws"),
            cell("losses"),
            cell("points"),
            cell("forfeits"),
            format!("{:.2}{unit}", tally.times[side].mean()),
            format!("{:.2}{unit}", tally.times[side].max),
        ]);
    }
    let mut text = format!("{}\n", table.trim_fmt());
    for (side, name) in names.enumerate() {
        text += &faults(name, side, tally);
    }
    text += &format!("\n{}\n", verdict(&tally.score()));
    text += &repeated(tally);
    print(&text);
    Ok(())
}

/// How many games were the same as earlier ones, if any were.
pub(super) fn repeated(tally: &MatchTally) -> String {
    match tally.repeated {
        0 => String::new(),
        count => {
            format!("{count} games repeat an earlier one move for move and count once in Elo; --openings varies them\n")
        }
    }
}

/// What an agent did wrong, a kind a line, with the first last words of each.
pub(super) fn faults(name: &str, side: usize, tally: &MatchTally) -> String {
    let mut text = match tally.random_moves[side] {
        0 => String::new(),
        moves => format!("{name}: {moves} of its moves were made at random instead of faults\n"),
    };
    for FaultSeen { fault, count } in tally.faults[side].iter() {
        text += &format!("{name}: {count} x {fault}\n");
        fault.last_words.lines().for_each(|line| text += &format!("    {line}\n"));
    }
    text
}

/// The score in words.
pub(super) fn verdict(score: &MatchScore) -> String {
    let [a, b, c, d, e] = score.pentanomial.0;
    format!(
        "score {:.1} %, {}, LOS {:.1} %, pairs {a} {b} {c} {d} {e}",
        100.0 * score.score.unwrap_or(0.5),
        elo(score),
        100.0 * score.los,
    )
}

/// The Elo difference with its 95 % error; at 0 % and 100 %, where it is infinite, the bound that there is.
pub(super) fn elo(score: &MatchScore) -> String {
    match (score.elo.zip(score.elo_error), score.elo_low, score.elo_high) {
        (Some((elo, error)), ..) => format!("Elo {elo:+.1} +- {error:.1}"),
        (None, Some(low), _) => format!("Elo above {low:+.1} (95 %)"),
        (None, _, Some(high)) => format!("Elo below {high:+.1} (95 %)"),
        (None, None, None) => "Elo unknown".to_owned(),
    }
}

fn show_progress(tally: &MatchTally, bar: &ProgressBar) {
    let [wins, draws, losses] = tally.results;
    bar.set_message(format!("+{wins} ={draws} -{losses}"));
    bar.inc(1);
}
