//! Infexion: which depth and breadth is best, whom `coverage` beats, and how it fares against itself.
//!
//! All agents look to a fixed depth; nobody plays on time.

use super::chapter::{Experiment, Row};
use super::claim::{Claim, Verdict};
use super::contest::{Contest, Counting, Played};
use super::lab::{Lab, LabError, unhurried};
use super::value::Value;

const GAME: &str = "infexion";
/// The report's choice.
const BEST: &str = "coverage:depth=4,breadth=6,weights=report";
const DEEPER: &str = "coverage:depth=5,breadth=4,weights=report";
const BROADER: &str = "coverage:depth=3,breadth=11,weights=report";

pub(super) fn experiments(lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    Ok(vec![shapes(lab)?, opponents(lab)?, mirrors(lab)?])
}

fn shapes(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(100, 10);
    let shapes = [BEST, DEEPER, BROADER];
    let played = lab.play(&Contest::new("shapes", GAME, unhurried(), &shapes, pairs).gauntlet())?;
    let slips = shapes.map(|shape| format!("{shape},published=on"));
    let slips = slips.each_ref().map(String::as_str);
    let published = lab.play(&Contest::new("published-shapes", GAME, unhurried(), &slips, pairs).gauntlet())?;
    let share = published.score(0, 1, Counting::Points).score.unwrap_or(0.5);
    let slips = format!(
        "With the successors that the published program chooses the same match gives {:.1} %. It drops the best child at \
         inner nodes and keeps one child less than its breadth says; that costs a breadth of 4 much more than one of 6, and \
         ours, which follows the report, does neither.",
        100.0 * share
    );
    let even = "The report does not say how many games it played, and calls both (4,6) and (3,11) best.";
    let row = |name: &str, games: &Played, other: usize, claim: Claim, why: &str| {
        let reasons = [(Verdict::Lower, why), (Verdict::Higher, why)];
        Row::of_score(name, claim, &games.score(0, other, Counting::Points), &reasons)
    };
    let best = || Claim::wins("(4,6) beat (5,4)");
    let equal = || Claim::touches("both best", [0.35, 0.65]);
    Ok(Experiment {
        key: "shapes",
        title: "Depth and breadth of coverage",
        about: format!(
            "{} games each on openings of two random moves; a draw is half a win. The report's clock was 180 s of CPU for \
             a game; ours needs none, as depth and breadth are fixed. *As published* chooses successors as the published \
             program does, slips included.",
            2 * pairs
        ),
        rows: vec![
            row("(4,6) against (5,4)", &played, 1, best(), &slips),
            row("(4,6) against (5,4), as published", &published, 1, best(), even),
            row("(4,6) against (3,11)", &played, 2, equal(), even),
            row("(4,6) against (3,11), as published", &published, 2, equal(), even),
        ],
        tables: vec![],
    })
}

fn opponents(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(100, 10);
    let contest = Contest::new("opponents", GAME, unhurried(), &[BEST, "power", "greedy", "random"], pairs).gauntlet();
    let played = lab.play(&contest)?;
    let why = "The report names neither the depth of its first minimax nor its number of games; ours looks two plies \
               ahead and begins from varied openings, some of which cost a capture at once.";
    let row = |other: usize, claim: Claim| {
        let score = played.score(0, other, Counting::Points);
        Row::of_score(format!("coverage against {}", contest.agents[other]), claim, &score, &[(Verdict::Lower, why)])
    };
    Ok(Experiment {
        key: "opponents",
        title: "Coverage against the other agents",
        about: format!("{} games each on openings of two random moves; `power` at depth 2.", 2 * pairs),
        rows: vec![
            row(1, Claim::every("won every time")),
            row(2, Claim::wins("the winner")),
            row(3, Claim::wins("beats it")),
        ],
        tables: vec![],
    })
}

fn mirrors(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(50, 10);
    let mut rows = Vec::new();
    for (key, agent) in [("mirror-4-6", BEST), ("mirror-3-11", BROADER)] {
        let played = lab.play(&Contest::new(key, GAME, unhurried(), &[agent, agent], pairs))?;
        let ours = Value::of_score(&played.led(0, 1).score(0, 1, Counting::Decisive));
        let ours = ours.map(|ours| Value { detail: "games with a winner".to_owned(), ..ours });
        let claim = Claim::wins("not a draw");
        let why = "From these openings the two copies hold each other until the 343rd turn.";
        rows.push(Row::new(format!("{agent} against itself"), claim, ours, &[(Verdict::Lower, why)]));
    }
    Ok(Experiment {
        key: "mirrors",
        title: "Coverage against itself",
        about: format!(
            "The share of games that somebody wins; {pairs} openings of two random moves, one game each: with sides \
             swapped it is the same game."
        ),
        rows,
        tables: vec![],
    })
}
