//! Pentago-Swap: the logical agent, the Monte-Carlo agent at the published budget and at full strength, and minimax.

use super::chapter::{Experiment, Row};
use super::claim::{Claim, Verdict};
use super::contest::{Contest, Counting};
use super::lab::{Lab, LabError, unhurried};
use super::look::{Look, Question, look};

const GAME: &str = "pentago-swap";
/// The published agent plays one roll-out for each of the 216 moves there are at the start.
const PUBLISHED: &str = "mcts:nodes=216";
const FLAT: u32 = 216;

pub(super) fn experiments(lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    Ok(vec![published(lab)?, strong(lab)?])
}

fn published(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(100, 15);
    let agents = [
        "logical:weights=report",
        PUBLISHED,
        "minimax",
        "random",
        "mcts:nodes=20",
        "mcts:nodes=216,centres=off",
        "mcts:nodes=216,centres=random",
    ];
    let played = lab.play(&Contest::new("published", GAME, unhurried(), &agents, pairs))?;
    let row = |name: &str, a: usize, b: usize, claim: Claim, reasons: &[(Verdict, &str)]| {
        Row::of_score(name, claim, &played.score(a, b, Counting::Wins), reasons)
    };
    let random = "The report rounds down: the author's own logs have 144 wins of 150 (96 %), and the published program, run \
                  again, won 57 of 60.";
    let few = |agent: usize| 100.0 * played.score(agent, 0, Counting::Wins).score.unwrap_or(0.0);
    let logical = format!(
        "The report's figure is that of an agent without its rule for the first four moves: with centres=off it is {:.1} % \
         (the published program, run again, won 2 of 40). Neither the budget makes the difference (20 roll-outs a move \
         instead of {FLAT}: {:.1} %) nor the swap that goes with a centre, which the report leaves open (any swap instead of \
         a safe one: {:.1} %).",
        few(5),
        few(4),
        few(6)
    );
    let minimax = "The published minimax throws an exception and then plays at random; ours looks two plies ahead as the \
                   report describes, sees every win in one, and so is no worse than a beginner.";
    Ok(Experiment {
        key: "published",
        title: "The agents at the published budget",
        about: format!(
            "{} games a meeting on openings of two random moves; a draw is no win. Monte-Carlo search has 216 roll-outs a \
             move, as many as the published agent at the start, and minimax looks two plies ahead, so nobody needs a clock.",
            2 * pairs
        ),
        rows: vec![
            row("mcts against random", 1, 3, Claim::about(0.90), &[(Verdict::Higher, random)]),
            row("mcts against logical", 1, 0, Claim::about(0.05), &[(Verdict::Higher, &logical)]),
            row("minimax against logical", 2, 0, Claim::loses("very poor"), &[(Verdict::Higher, minimax)]),
            row("minimax against mcts", 2, 1, Claim::loses("very poor"), &[(Verdict::Higher, minimax)]),
            row("minimax against random", 2, 3, Claim::unmeasured("not said"), &[]),
            row("logical against random", 0, 3, Claim::every("almost never loses"), &[]),
            Row::of_score(
                "logical against all",
                Claim::wins("a high win rate"),
                &played.against_all(0, Counting::Points),
                &[],
            ),
            row("mcts with 20 roll-outs against logical", 4, 0, Claim::unmeasured("not tried"), &[]),
            row("mcts without centres against logical", 5, 0, Claim::unmeasured("not tried"), &[]),
            row("mcts, centres with any swap, against logical", 6, 0, Claim::unmeasured("not tried"), &[]),
        ],
        tables: vec![played.standings_table("All meetings together")],
    })
}

fn strong(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let settings = lab.settings();
    let clock = settings.clock("100ms", "20ms");
    let pairs = settings.pick(30, 5);
    let agents = ["mcts", "logical:weights=report", "minimax", "random"];
    let played = lab.play(&Contest::new("strong", GAME, clock, &agents, pairs).gauntlet())?;
    let question = Question {
        game: GAME.to_owned(),
        agent: "mcts:centres=off".to_owned(),
        plies: 8,
        positions: 4,
        time: clock.clock.per_move,
    };
    let depends = format!("{question:?} {}", settings.seed);
    let looks: Option<Vec<Vec<Look>>> =
        lab.measure("roll-outs", &depends, |stop| look(&[question], settings.seed, stop))?;
    let looks = looks.unwrap_or_default().concat();
    let roll_outs = looks.iter().map(|look| look.nodes).sum::<u64>() / looks.len().max(1) as u64;
    let why = format!(
        "Only the budget changed: a tree of about {roll_outs} roll-outs a move in the middle game instead of {FLAT} flat \
         ones. The published program manages 9 900 roll-outs a second and uses one for each move."
    );
    let row = |name: &str, other: usize, claim: Claim| {
        Row::of_score(name, claim, &played.score(0, other, Counting::Wins), &[(Verdict::Higher, &why)])
    };
    Ok(Experiment {
        key: "strong",
        title: "Monte-Carlo search on time",
        about: format!(
            "{} games each at {clock} a move (the course's clock was 2 s; a shorter one only weakens the searchers); a draw \
             is no win.",
            2 * pairs
        ),
        rows: vec![
            row("mcts against random", 3, Claim::about(0.90)),
            row("mcts against logical", 1, Claim::about(0.05)),
            row("mcts against minimax", 2, Claim::unmeasured("not said")),
        ],
        tables: vec![],
    })
}
