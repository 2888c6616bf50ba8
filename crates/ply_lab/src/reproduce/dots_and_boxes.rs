//! Dots-and-Boxes: Table 1 against a house bot, what pruning saves, and what unsound ties cost.

use super::chapter::{Experiment, Row, Table};
use super::claim::{Claim, Verdict};
use super::contest::{Contest, Counting};
use super::lab::{Lab, LabError, unhurried};
use super::look::{Look, Question, look};
use super::value::{Unit, Value};

/// 5 x 5 dots.
const GAME: &str = "dots-and-boxes:rows=4,cols=4";
const UNSOUND: &str = "ab-sim-random:ties=unsound";

/// The agents of Table 1 with the report's two figures: w / (w + l) and w / (w + d + l).
const TABLE: [(&str, Option<[f64; 2]>); 9] = [
    ("if-else", Some([0.55, 0.43])),
    ("negamax", None),
    ("ab-count3", Some([0.85, 0.72])),
    ("ab-sim", Some([0.86, 0.73])),
    (UNSOUND, Some([0.55, 0.53])),
    ("ab-sim-random", None),
    ("mcts", Some([0.03, 0.03])),
    ("mcts-ab", Some([0.84, 0.76])),
    ("mcts-ab-dynamic", Some([0.96, 0.94])),
];

/// The house bot without its mistakes.
const FAULTLESS: &str = "house:error=0";

pub(super) fn experiments(lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    let about = "The bot is `house`, ours: it takes boxes, else draws a safe edge, else opens the shortest chain, and makes a \
                 random move now and then. How often is the one number fitted to the report's table, so the order and the \
                 distances of the rows are evidence, not their level.";
    let why = "The report's opponent, aigaming's housebot-competition, is closed; ours stands in for it. One rate of mistakes \
               does not make two bots alike.";
    let house = table(lab, ["table-1", "Table 1: against the house bot"], "house", about, why)?;
    let about = "Here the bot makes no mistake: it shows how much of the table depends on the opponent.";
    let why = "Without its mistakes the stand-in is another opponent than the report's.";
    let faultless = table(lab, ["faultless", "Table 1 against a faultless bot"], FAULTLESS, about, why)?;
    Ok(vec![house, faultless, ties(lab)?, pruning(lab)?])
}

fn table(
    lab: &mut Lab<'_>,
    [key, title]: [&'static str; 2],
    bot: &str,
    about: &str,
    why: &str,
) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(500, 100);
    let agents: Vec<&str> = std::iter::once(bot).chain(TABLE.map(|(agent, _)| agent)).collect();
    // The bot's own choices vary the games, so they begin from the empty board, as the report's do.
    let contest = Contest { plies: 0, ..Contest::new(key, GAME, unhurried(), &agents, pairs).gauntlet() };
    let played = lab.play(&contest)?;
    let reasons = [(Verdict::Higher, why), (Verdict::Lower, why)];
    let mut rows = Vec::new();
    let mut figures_of_both = Vec::new();
    for (number, (agent, figures)) in TABLE.iter().enumerate() {
        for (formula, counting) in [Counting::Decided, Counting::Wins].into_iter().enumerate() {
            let claim = figures.map_or(Claim::unmeasured("not said"), |figures| Claim::share(figures[formula]));
            let row = Row::of_score(
                format!("{agent}, f{}", formula + 1),
                claim,
                &played.score(number + 1, 0, counting),
                &reasons,
            );
            figures_of_both
                .extend(row.claim.figure.zip(row.ours.as_ref().map(|ours| ours.value)).filter(|_| formula == 1));
            rows.push(row);
        }
    }
    rows.push(order_row(&figures_of_both));
    Ok(Experiment {
        key,
        title,
        about: format!(
            "{} games each on 4x4 boxes from the empty board. f1 = w / (w + l), f2 = w / (w + d + l). {about}",
            2 * pairs
        ),
        rows,
        tables: vec![played.standings_table("All games against the bot")],
    })
}

/// How many pairs of agents stand in the report's order, by f2.
fn order_row(figures: &[(f64, f64)]) -> Row {
    let pairs = || figures.iter().enumerate().flat_map(|(place, a)| figures[..place].iter().map(move |b| (a, b)));
    let (all, same) = pairs()
        .filter(|(a, b)| a.0 != b.0)
        .fold((0, 0), |(all, same), (a, b)| (all + 1, same + u64::from((a.0 > b.0) == (a.1 > b.1))));
    let share = same as f64 / all.max(1) as f64;
    let detail = format!("{same} of {all} pairs of agents");
    let ours = Value { value: share, low: share, high: share, unit: Unit::Share, samples: all, detail };
    let why = "Agents that are close to each other change places, and so does the one with unsound ties, which is worse here.";
    let claim = Claim { figure: None, ..Claim::every("all pairs") };
    Row::new("agents in the report's order, by f2", claim, (all > 0).then_some(ours), &[(Verdict::Lower, why)])
}

fn ties(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let pairs = lab.settings().pick(500, 100);
    let sound = lab.play(&Contest::new("ties", GAME, unhurried(), &["ab-sim-random", UNSOUND, "ab-sim"], pairs))?;
    let negamaxes = ["negamax", "ab-count3", "ab-sim"];
    let still = lab.play(&Contest { plies: 0, ..Contest::new("still", GAME, unhurried(), &negamaxes, 1) })?;
    let decisive = Value::of_score(&still.against_all(2, Counting::Decisive));
    let decisive = decisive.map(|ours| Value { detail: "games with a winner".to_owned(), ..ours });
    let why = "Under alpha-beta a later root move with an equal score is only a bound: choosing among such moves plays \
               worse ones. The report takes it for a benefit of the first move in its list.";
    let drawn = "With all moves equal at first the order of the list decides, and ours (rows of horizontal edges, then \
                 vertical ones) is not the website's.";
    let row = |name: &str, a: usize, b: usize, claim: Claim| {
        Row::of_score(name, claim, &sound.score(a, b, Counting::Points), &[(Verdict::Agrees, why)])
    };
    Ok(Experiment {
        key: "ties",
        title: "Ties: sound and unsound",
        about: format!(
            "{} games each; a draw is half a win. The report's list of best moves holds every root move whose score equals \
             the best one, proven or not; sound ties are searched again with a full window.",
            2 * pairs
        ),
        rows: vec![
            row("unsound against sound ties", 1, 0, Claim::unmeasured("not tried")),
            row("unsound ties against ab-sim", 1, 2, Claim::loses("0.55 instead of 0.86")),
            row("sound ties against ab-sim", 0, 2, Claim::unmeasured("not tried")),
            Row::new(
                "ab-sim against negamax and ab-count3 from the empty board",
                Claim::touches("always a draw", [0.0, 0.01]),
                decisive,
                &[(Verdict::Higher, drawn)],
            ),
        ],
        tables: vec![],
    })
}

fn pruning(lab: &mut Lab<'_>) -> Result<Experiment, LabError> {
    let deepest = lab.settings().pick(4, 3);
    let seed = lab.settings().seed;
    let question = |depth: u32, pruning: &str| Question {
        game: GAME.to_owned(),
        agent: format!("negamax:depth={depth},pruning={pruning}"),
        plies: 6,
        positions: 4,
        time: None,
    };
    let questions: Vec<Question> =
        (1..=deepest).flat_map(|depth| [question(depth, "off"), question(depth, "on")]).collect();
    let depends = format!("{questions:?} {seed}");
    let looks: Option<Vec<Vec<Look>>> = lab.measure("pruning", &depends, |stop| look(&questions, seed, stop))?;
    let looks = looks.unwrap_or_default();
    let nodes = |looks: &[Look]| looks.iter().map(|look| look.nodes).sum::<u64>();
    let ratio = |all: &[Look], pruned: &[Look]| -> Vec<f64> {
        all.iter().zip(pruned).map(|(all, pruned)| all.nodes as f64 / pruned.nodes.max(1) as f64).collect()
    };
    let why = "At so small a depth there is little to cut: pruning takes effect from the second ply on.";
    let row = |(number, pair): (usize, &[Vec<Look>])| {
        let claim = Claim::touches("at least twice as fast", [2.0, f64::INFINITY]);
        let ours = Value::of_numbers(Unit::Ratio, &ratio(&pair[0], &pair[1]), "positions without over with pruning");
        Row::new(format!("depth {}", number + 1), claim, ours, &[(Verdict::Lower, why)])
    };
    let counts = |(number, pair): (usize, &[Vec<Look>])| {
        vec![(number + 1).to_string(), nodes(&pair[0]).to_string(), nodes(&pair[1]).to_string()]
    };
    let rows = looks.chunks(2).enumerate().map(row).collect();
    let counts = looks.chunks(2).enumerate().map(counts).collect();
    let headings = vec!["depth", "negamax", "alpha-beta"];
    Ok(Experiment {
        key: "pruning",
        title: "Negamax and alpha-beta",
        about: "Positions visited to the same depth with the same evaluator, in four positions after six random moves; moves \
                are taken as they come."
            .to_owned(),
        rows,
        tables: vec![Table { title: "Positions visited".to_owned(), headings, words: 0, rows: counts, shaded: false }],
    })
}
