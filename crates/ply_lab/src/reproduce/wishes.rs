//! What the reports wished for: each wish as an agent or an option, against the report's own agent.

use ply_arena::TimeControl;
use ply_arena::stats::MatchScore;

use super::chapter::{Experiment, Row, Table};
use super::claim::Claim;
use super::contest::{Contest, Counting, Played};
use super::lab::{Lab, LabError, limit, unhurried};
use super::value::Value;

pub(super) fn experiments(lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    Ok(vec![simplexity(lab)?, pentago_swap(lab)?, colosseum(lab)?, habits(lab)?, dots_and_boxes(lab)?, infexion(lab)?])
}

/// A wish that comes true where it beats the report's agent.
fn wish(name: impl Into<String>, built: &str, score: &MatchScore) -> Row {
    beside(name, built, 0.5, score)
}

/// A wish that comes true where it gets more than this share.
fn beside(name: impl Into<String>, built: &str, share: f64, score: &MatchScore) -> Row {
    let row = Row::new(name, Claim::between(built, [share, 1.0]), Value::of_score(score), &[]);
    Row { why: None, ..row }
}

/// Boards that the Unknown Track may draw: rows, columns.
const UNKNOWN: [(u32, u32); 6] = [(5, 6), (7, 8), (8, 10), (9, 11), (10, 12), (12, 12)];

fn simplexity(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let agents = ["simpai", "simpai:weights=hand"];
    let settings = lab.settings();
    let built = "21 weights, more partial heuristics among them, found by evolution (`plyground tune`); the opponent has the \
                 five set by hand";
    let base = Contest::new("simpai", "simplexity", settings.clock("200ms", "10ms"), &agents, settings.pick(40, 2));
    let played = lab.play(&base)?;
    let mut rows = vec![wish("evolved SimpAI, Base Track", built, &played.score(0, 1, Counting::Points))];
    for (rows_of_board, cols) in UNKNOWN {
        let game = format!("simplexity:rows={rows_of_board},cols={cols},win={}", rows_of_board.div_ceil(2));
        let clock = settings.clock(&format!("{}ms", 25 * rows_of_board.max(cols)), "5ms");
        let key = format!("simpai-{rows_of_board}x{cols}");
        let played = lab.play(&Contest::new(&key, &game, clock, &agents, settings.pick(5, 1)))?;
        let name = format!("the same on {rows_of_board}x{cols}");
        rows.push(wish(name, "as before; the Unknown Track", &played.score(0, 1, Counting::Points)));
    }
    Ok(Experiment {
        key: "simpai",
        title: "Simplexity: an evolved heuristic",
        about: "The report wished for more partial heuristics, and for its magic numbers to evolve with the weights. Clocks \
                are the competition's: 200 ms in the Base Track, 25 ms for each of the larger of rows and columns in the \
                Unknown Track, unless this is a quick run."
            .to_owned(),
        rows,
        tables: vec![],
    })
}

fn pentago_swap(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(150, 10);
    let agents = [
        "logical:weights=report,swap=first",
        "logical:weights=built-in,swap=first",
        "logical:weights=report,swap=potential",
        "logical:weights=built-in,swap=potential",
    ];
    let played = lab.play(&Contest::new("logical", "pentago-swap", unhurried(), &agents, pairs).gauntlet())?;
    let row = |at: usize, name: &str, built: &str| wish(name, built, &played.score(at, 0, Counting::Points));
    Ok(Experiment {
        key: "logical",
        title: "Pentago-Swap: evolved potentials, and one for swaps",
        about: format!(
            "The report wished for a genetic algorithm over its potentials and for a real potential of swaps. {} games each \
             on openings of two random moves, against `{}`.",
            2 * pairs,
            agents[0]
        ),
        rows: vec![
            row(1, "evolved potentials", "the tables' numbers as weights, tuned"),
            row(2, "a potential of swaps", "among the safe swaps, the one after which both sides' potentials are best"),
            row(3, "both", "evolved potentials and swaps"),
        ],
        tables: vec![],
    })
}

/// Boards of these sizes, each with a start of its own.
fn boards(sizes: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = String> {
    sizes.map(|size| format!("colosseum:size={size},seed={size}"))
}

const PRESORT: &str = "presort:weights=report";

fn colosseum(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let settings = lab.settings();
    let clock = settings.clock("50ms", "10ms");
    let pairs = settings.pick(6, 1);
    let agents = [
        PRESORT,
        "presort:form=saturating,weights=report",
        "presort",
        "presort:form=saturating",
        "presort:walls=random,weights=report",
        "mcts",
    ];
    let contest = Contest::new("presort", "colosseum", clock, &agents, pairs).on(boards(6..=9)).gauntlet();
    let played = lab.play(&contest)?;
    let row = |at: usize, name: &str, built: &str| wish(name, built, &played.score(at, 0, Counting::Points));
    Ok(Experiment {
        key: "presort",
        title: "Colosseum: other utilities, chosen walls, Monte Carlo",
        about: format!(
            "The report wished for a utility in which 1 against 10 moves matters more than 30 against 40, for other \
             utilities, for chosen walls below the root instead of random ones, and for a Monte-Carlo agent. {} games each \
             on boards from 6x6 to 9x9 at {clock} a move, against `{PRESORT}`.",
            8 * pairs
        ),
        rows: vec![
            row(1, "saturating utility", "room to move counts r / (r + 8) instead of r, the report's other numbers"),
            row(
                2,
                "tuned utility",
                "the utility's numbers as weights; tuning found none better, so these are the report's",
            ),
            row(3, "tuned saturating utility", "both"),
            wish(
                "chosen walls below the root",
                "`walls=best` tries every wall; the opponent one random wall a cell",
                &played.score(0, 4, Counting::Points),
            ),
            row(5, "Monte-Carlo agent", "UCB1 with the course's random walks as play-outs"),
        ],
        tables: vec![],
    })
}

fn habits(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let settings = lab.settings();
    let clock = settings.clock("50ms", "10ms");
    let pairs = settings.pick(6, 1);
    let opponents = ["random", "greedy", PRESORT];
    let mut meet = |key: &str, agent: &str| {
        let agents = [agent, opponents[0], opponents[1], opponents[2]];
        lab.play(&Contest::new(key, "colosseum", clock, &agents, pairs).on(boards(6..=9)).gauntlet())
    };
    let exploiter = meet("exploiter", "exploiter")?;
    let without = meet("exploiter-without", "exploiter:habits=off")?;
    let presort = meet("presort-alone", PRESORT)?;
    let share = |played: &Played, at: usize| played.score(0, at, Counting::Points).score.unwrap_or(0.5);
    let rows = (1..=3).map(|at| {
        let built = format!(
            "learns which habit fits the moves it has seen and plays the best answer; `presort` gets {:.1} %, and this \
             agent's own search without habits {:.1} %",
            100.0 * share(&presort, at),
            100.0 * share(&without, at)
        );
        let score = exploiter.score(0, at, Counting::Points);
        beside(format!("exploiter against {}", opponents[at - 1]), &built, share(&presort, at), &score)
    });
    Ok(Experiment {
        key: "habits",
        title: "Colosseum: play tailored to the opponent",
        about: format!(
            "The report wished for play that fits the opponent. {} games each on boards from 6x6 to 9x9 at {clock} a move. A \
             gain is more than `{PRESORT}` alone gets against the same opponent.",
            8 * pairs
        ),
        rows: rows.collect(),
        tables: vec![],
    })
}

fn dots_and_boxes(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(100, 10);
    let mut meet = |key: &str, a: &str, b: &str| {
        let contest = Contest::new(key, "dots-and-boxes:rows=4,cols=4", unhurried(), &[a, b], pairs);
        lab.play(&contest).map(|played| played.score(0, 1, Counting::Points))
    };
    let chains = "boxes so far, what chains and loops are worth, and who runs out of safe edges first";
    let table = "equal positions share their simulations";
    let rows = vec![
        wish("chain-state evaluation against ab-sim", chains, &meet("chains-sim", "ab-chains", "ab-sim")?),
        wish(
            "chain-state evaluation against mcts-ab-dynamic",
            chains,
            &meet("chains-dynamic", "ab-chains", "mcts-ab-dynamic")?,
        ),
        wish("a table in the tree, 295 simulations", table, &meet("table-295", "mcts:transpositions=on", "mcts")?),
        wish(
            "a table in the tree, 5000 simulations",
            table,
            &meet("table-5000", "mcts:simulations=5000,transpositions=on", "mcts:simulations=5000")?,
        ),
    ];
    Ok(Experiment {
        key: "dots-and-boxes",
        title: "Dots-and-Boxes: a formula for chains, a table in the tree",
        about: format!(
            "The report wished for a formula of the chain state in its evaluation and for a transposition table in its \
             Monte-Carlo tree. {} games each on 4x4 boxes, on openings of two random moves.",
            2 * pairs
        ),
        rows,
        tables: vec![],
    })
}

/// The report's choice of depth and breadth.
const CHOSEN: &str = "coverage:depth=4,breadth=6,weights=report";
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=6;
const BREADTHS: [&str; 6] = ["2", "4", "6", "8", "11", "16"];

fn infexion(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let settings = lab.settings();
    let tuned =
        Contest::new("coverage", "infexion", unhurried(), &["coverage:weights=built-in", CHOSEN], settings.pick(30, 5));
    let tuned = lab.play(&tuned)?;
    let mut rows = vec![wish(
        "evolved weights of coverage",
        "its numbers as weights, found by evolution",
        &tuned.score(0, 1, Counting::Points),
    )];
    let mut tables = Vec::new();
    for clock in settings.pick(&["2ms", "10ms", "50ms"][..], &["1ms", "2ms", "5ms"]) {
        let (table, (depth, breadth)) = grid(lab, limit(clock), settings.pick(6, 1))?;
        let best = spelling(depth, breadth);
        let again =
            Contest::new(&format!("best-{clock}"), "infexion", limit(clock), &[&best, CHOSEN], settings.pick(40, 2));
        let score = lab.play(&again)?.score(0, 1, Counting::Points);
        let name = format!("depth {depth}, breadth {breadth} at {clock} a move");
        rows.push(wish(name, "the best of the grid at this clock, played again on other openings", &score));
        tables.push(table);
    }
    Ok(Experiment {
        key: "infexion",
        title: "Infexion: the whole grid of depth and breadth",
        about: format!(
            "The report tuned depth and breadth by hand. Here every pair of them plays `{CHOSEN}`, {} games each at three \
             clocks; a search that is not finished in time plays the best of what it has seen. The best cell of a grid may \
             be the luckiest, so it plays again, and only those games count in its row.",
            2 * settings.pick(6, 1)
        ),
        rows,
        tables,
    })
}

fn spelling(depth: u32, breadth: &str) -> String {
    format!("coverage:breadth={breadth},depth={depth},weights=report")
}

/// What every depth and breadth gets against the report's choice, and the best of them.
fn grid(lab: &mut Lab<'_>, clock: TimeControl, pairs: usize) -> Result<(Table, (u32, &'static str)), LabError> {
    let cells: Vec<(u32, &'static str)> = DEPTHS.flat_map(|depth| BREADTHS.map(|breadth| (depth, breadth))).collect();
    let specs: Vec<String> = cells.iter().map(|&(depth, breadth)| spelling(depth, breadth)).collect();
    let agents: Vec<&str> = std::iter::once(CHOSEN).chain(specs.iter().map(String::as_str)).collect();
    let contest = Contest::new(&format!("grid-{clock}"), "infexion", clock, &agents, pairs).gauntlet();
    let played = lab.play(&contest)?;
    let scores: Vec<MatchScore> = (1..agents.len()).map(|at| played.score(at, 0, Counting::Points)).collect();
    let share = |score: &MatchScore| score.score.map_or(String::new(), |share| format!("{:.0}", 100.0 * share));
    let line = |(depth, scores): (u32, &[MatchScore])| {
        std::iter::once(depth.to_string()).chain(scores.iter().map(share)).collect()
    };
    let table = Table {
        title: format!("Percent against the report's depth 4 and breadth 6 at {clock} a move, by depth and breadth"),
        headings: std::iter::once("depth").chain(BREADTHS).collect(),
        words: 1,
        rows: DEPTHS.zip(scores.chunks(BREADTHS.len())).map(line).collect(),
        shaded: true,
    };
    let best = (0..cells.len()).max_by(|&one, &other| {
        let share = |at: usize| scores[at].score.unwrap_or(0.0);
        share(one).total_cmp(&share(other)).then(other.cmp(&one))
    });
    Ok((table, cells[best.expect("the grid has cells")]))
}
