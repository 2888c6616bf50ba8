//! Colosseum: presorting against depth, the walls that are tried, and how far the search gets by board size.

use std::time::Duration;

use super::chapter::{Experiment, Row, Table};
use super::claim::{Claim, Verdict};
use super::contest::{Contest, Counting};
use super::lab::{Lab, LabError, limit};
use super::look::{Look, Question, look};
use super::value::{Unit, Value};

/// Depths that are tried on each board.
const DEPTHS: [u32; 3] = [2, 3, 4];
/// The boards of the report's table.
const SIZES: std::ops::RangeInclusive<u32> = 3..=12;

/// The boards the course graded on.
fn graded() -> impl Iterator<Item = String> {
    boards(6..=12)
}

/// Boards of these sizes, each with a start of its own.
fn boards(sizes: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = String> {
    sizes.map(|size| format!("colosseum:size={size},seed={size}"))
}

pub(super) fn experiments(lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    let (reach, per_second) = reach(lab)?;
    let speed = format!(
        "Presort visits about {per_second:.0} positions a second here on an 8x8 board; the original, in Python, lists the \
         moves of 10 positions a second there. Depth that it had to buy with time is nearly free: no-presort completes far \
         more of its five plies, while presort stops at its two or three."
    );
    Ok(vec![opponents(lab, &speed)?, depths(lab, &speed)?, walls(lab)?, reach])
}

/// An agent's spec without its weights, which are always the report's.
fn shown(spec: &str) -> &str {
    spec.split(":weights=").next().unwrap_or(spec)
}

fn opponents(lab: &mut Lab<'_>, speed: &str) -> Result<Experiment, LabError> {
    let clock = lab.settings().clock("100ms", "20ms");
    let pairs = lab.settings().pick(10, 2);
    let agents = ["presort:weights=report", "no-presort:weights=report", "heuristic:weights=report", "random", "mcts"];
    let played = lab.play(&Contest::new("opponents", "colosseum", clock, &agents, pairs).on(graded()).gauntlet())?;
    let row = |other: usize, claim: Claim| {
        let score = played.score(0, other, Counting::Points);
        let reasons = [(Verdict::Higher, speed), (Verdict::Lower, speed)];
        Row::of_score(format!("presort against {}", shown(agents[other])), claim, &score, &reasons)
    };
    let mut rows = vec![row(1, Claim::about(0.80))];
    for nodes in [1000, 5000] {
        let budget = Contest::new(
            &format!("budget-{nodes}"),
            "colosseum",
            limit(&format!("nodes={nodes}")),
            &agents[..2],
            pairs,
        );
        let score = lab.play(&budget.on(graded()))?.score(0, 1, Counting::Points);
        let why = "With few positions a move for both, as the original had, presorting does not reach the report's figure \
                   either; the report gives neither games nor boards, nor what became of moves that came too late.";
        let name = format!("presort against no-presort, {nodes} positions a move");
        rows.push(Row::of_score(name, Claim::about(0.80), &score, &[(Verdict::Lower, why)]));
    }
    rows.extend([
        row(2, Claim::wins("better")),
        row(3, Claim { text: "99.5 %".to_owned(), figure: Some(0.995), ..Claim::every("") }),
        row(4, Claim::wins("better")),
    ]);
    let by_size = |(game, (spec, _)): (usize, &(String, ply_arena::TimeControl))| {
        let score = |other: usize| {
            let score = played.score_on(game, 0, other, Counting::Points);
            score.score.map_or(String::new(), |share| format!("{:.0} % of {}", 100.0 * share, score.games))
        };
        let size = spec.split(['=', ',']).nth(1).unwrap_or_default();
        vec![format!("{size}x{size}"), score(1), score(2), score(4)]
    };
    let games = &Contest::new("", "", clock, &[], 0).on(graded()).games;
    let by_size = games.iter().enumerate().map(by_size).collect();
    Ok(Experiment {
        key: "opponents",
        title: "Presort against the other agents",
        about: format!(
            "{} games each, {} on each board from 6x6 to 12x12, at {clock} a move (the course's clock was 2 s); a draw is \
             half a win. `no-presort` looks 5 plies ahead.",
            2 * 7 * pairs,
            2 * pairs
        ),
        rows,
        tables: vec![Table {
            title: "Presort's points by board".to_owned(),
            headings: vec!["board", "no-presort", "heuristic", "mcts"],
            words: 1,
            rows: by_size,
            shaded: false,
        }],
    })
}

fn depths(lab: &mut Lab<'_>, speed: &str) -> Result<Experiment, LabError> {
    let clock = lab.settings().clock("100ms", "20ms");
    let pairs = lab.settings().pick(10, 3);
    let mut rows = Vec::new();
    for depth in 1..=3 {
        let presort = format!("presort:depth={depth},weights=report");
        let agents = [presort.as_str(), "no-presort:depth=5,weights=report", "no-presort:depth=6,weights=report"];
        let contest = Contest::new(&format!("depth-{depth}"), "colosseum", clock, &agents, pairs).on(boards(5..=8));
        let played = lab.play(&contest.gauntlet())?;
        for (other, deep) in [(1, 5), (2, 6)] {
            let claim = match (depth, deep) {
                (3, _) => Claim::wins("better"),
                (_, 5) => Claim::loses("worse"),
                _ => Claim::unmeasured("not said"),
            };
            let score = played.score(0, other, Counting::Points);
            let unsorted = "A search without order that its time cuts off knows only the first moves of its list: at this \
                            clock its five plies are rarely complete.";
            let reasons = [(Verdict::Higher, unsorted), (Verdict::Lower, speed)];
            rows.push(Row::of_score(format!("presort {depth} against no-presort {deep}"), claim, &score, &reasons));
        }
    }
    Ok(Experiment {
        key: "depths",
        title: "Presorted depth against unsorted depth",
        about: format!("{} games each on boards from 5x5 to 8x8 at {clock} a move; a draw is half a win.", 8 * pairs),
        rows,
        tables: vec![],
    })
}

fn walls(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let clock = lab.settings().clock("100ms", "20ms");
    let pairs = lab.settings().pick(15, 4);
    let agents = ["best", "random", "toward"].map(|walls| format!("presort:walls={walls},weights=report"));
    let agents = agents.each_ref().map(String::as_str);
    let played = lab.play(&Contest::new("walls", "colosseum", clock, &agents, pairs).on(boards(6..=9)).gauntlet())?;
    let why = "With one wall a cell the search has a quarter of the moves and looks further in the same time; on these \
               boards and at this speed that is worth as much as the walls it leaves out.";
    let row = |other: usize, name: &str| {
        let score = played.score(0, other, Counting::Points);
        Row::of_score(format!("best walls against {name}"), Claim::wins("better"), &score, &[(Verdict::Lower, why)])
    };
    Ok(Experiment {
        key: "walls",
        title: "Which walls are tried below the root",
        about: format!("{} games each on boards from 6x6 to 9x9 at {clock} a move; a draw is half a win.", 8 * pairs),
        rows: vec![row(1, "random walls"), row(2, "walls towards the opponent")],
        tables: vec![],
    })
}

/// What the report says of the share of moves that is searched on a board of this size.
fn breadth_claim(size: u32) -> Claim {
    match size {
        3..=5 => Claim::touches("2/3 to almost all", [0.66, 1.0]),
        6 => Claim::unmeasured("not said"),
        7..=10 => Claim::touches("1/3 to 2/5", [0.33, 0.40]),
        _ => Claim::touches("just below 1/3", [0.25, 0.34]),
    }
}

/// The experiment, and the positions a second on an 8x8 board.
fn reach(lab: &mut Lab<'_>) -> Result<(Experiment, f64), LabError> {
    let settings = lab.settings();
    let clock = settings.clock("2s", "100ms");
    let time = clock.clock.per_move.unwrap_or(Duration::from_secs(2));
    let positions = settings.pick(3, 2);
    let question = |size: u32, depth: u32| Question {
        game: format!("colosseum:size={size},seed={size}"),
        agent: format!("presort:depth={depth},weights=report"),
        plies: 2,
        positions,
        time: Some(time),
    };
    let questions: Vec<Question> = SIZES.flat_map(|size| DEPTHS.map(|depth| question(size, depth))).collect();
    let depends = format!("{questions:?} {}", settings.seed);
    let looks: Option<Vec<Vec<Look>>> = lab.measure("reach", &depends, |stop| look(&questions, settings.seed, stop))?;
    let looks = looks.unwrap_or_default();
    let deep =
        SIZES.zip(looks.chunks(DEPTHS.len())).filter(|(size, _)| *size == 8).flat_map(|(_, looks)| looks.concat());
    let (nodes, ms) = deep.fold((0, 0.0), |(nodes, ms), look| (nodes + look.nodes, ms + look.ms));
    let per_second = if ms > 0.0 { 1e3 * nodes as f64 / ms } else { 0.0 };
    let faster = format!(
        "Presort gets further within {time:?} than the original in its 2 s: about {per_second:.0} positions a second on \
         8x8, against 10 positions whose moves the original can list."
    );
    let share = |looks: &[Look]| {
        let shares: Vec<f64> = looks.iter().map(Look::breadth).collect();
        Value::of_numbers(Unit::Share, &shares, "mean of positions")
    };
    let mut rows = Vec::new();
    let mut table = Vec::new();
    for (size, of_size) in SIZES.zip(looks.chunks(DEPTHS.len())) {
        // The report's own depth for this size.
        let depth = if size < 10 { 3 } else { 2 };
        let place = DEPTHS.iter().position(|tried| *tried == depth).unwrap_or(0);
        let reasons = [(Verdict::Higher, faster.as_str())];
        let name = format!("{size}x{size}, depth {depth}");
        rows.push(Row::new(name, breadth_claim(size), share(&of_size[place]), &reasons));
        let cell = |looks: &Vec<Look>| share(looks).map_or(String::new(), |share| share.text());
        let mut cells = vec![format!("{size}x{size}"), depth.to_string()];
        cells.extend(of_size.iter().map(cell));
        table.push(cells);
    }
    let experiment = Experiment {
        key: "reach",
        title: "Breadth reached in time",
        about: format!(
            "The share of the moves behind which presort looked to the depth within {time:?}, in {positions} positions a \
             board after two random moves. The report's n is a bound on the cells to move to, ours the legal moves that do \
             not lose at once."
        ),
        rows,
        tables: vec![Table {
            title: "Share of moves searched, by depth".to_owned(),
            headings: vec!["board", "report's depth", "depth 2", "depth 3", "depth 4"],
            words: 1,
            rows: table,
            shaded: false,
        }],
    };
    Ok((experiment, per_second))
}
