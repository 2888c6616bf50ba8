//! Simplexity: the tracks of the ColorShapeLinks competition, and what a move at depth 1 and at depth 2 takes.

use ply_arena::TimeControl;
use ply_arena::points::PointRule;
use ply_game::{below, mix, rng};

use super::chapter::{Experiment, Row};
use super::claim::{Claim, Verdict};
use super::contest::{Contest, Counting, Played};
use super::lab::{Lab, LabError, limit};
use super::value::{Unit, Value};

const AGENTS: [&str; 6] =
    ["simpai:weights=hand", "simpai-tasks:depth=1", "simpai-tasks:depth=2", "minimax", "random", "sequential"];
const SIMPAI: usize = 0;
const ONE_PLY: usize = 1;
const TWO_PLIES: usize = 2;

pub(super) fn experiments(lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    let settings = lab.settings();
    let base = Track {
        key: "base",
        title: "The Base Track",
        game: "simplexity:rows=6,cols=7,win=4,round=10,square=11".to_owned(),
        clock: settings.clock("200ms", "20ms"),
        pairs: settings.pick(10, 2),
        said: "the Base Track's own parameters; its clock is 200 ms".to_owned(),
    };
    let middle = Track {
        key: "test-12x12",
        title: "The first test size",
        game: "simplexity:rows=12,cols=12,win=6".to_owned(),
        clock: settings.clock("50ms", "10ms"),
        pairs: settings.pick(5, 1),
        said: "a test size of the competition, with a shorter clock".to_owned(),
    };
    let large = Track {
        key: "test-18x22",
        title: "The second test size",
        game: "simplexity:rows=18,cols=22,win=9".to_owned(),
        clock: settings.clock("25ms", "10ms"),
        pairs: settings.pick(3, 1),
        said: "a test size of the competition, with a shorter clock".to_owned(),
    };
    let unknown = Track::drawn(lab);
    let base_played = base.play(lab)?;
    let mut all = vec![base.experiment(&base_played, base_rows(&base_played))];
    for track in [middle, large, unknown] {
        let played = track.play(lab)?;
        let rows = vec![rank_row(&played, track.key)];
        all.push(track.experiment(&played, rows));
    }
    all.insert(1, thinking(&base_played));
    Ok(all)
}

/// A track of the competition.
struct Track {
    key: &'static str,
    title: &'static str,
    game: String,
    clock: TimeControl,
    pairs: usize,
    said: String,
}

impl Track {
    /// The Unknown Track: a size drawn from the seed, the rest as the competition derives it, a quarter of its time.
    fn drawn(lab: &Lab<'_>) -> Self {
        let settings = lab.settings();
        let mut draw = rng(mix(settings.seed ^ 0x0075_6e6b_6e6f_776e));
        let (rows, cols) = (6 + below(&mut draw, 9), 7 + below(&mut draw, 31));
        let (win, round) = (rows.div_ceil(2), rows * cols / 4);
        let square = (rows * cols).div_ceil(4);
        let official = 25 * rows.max(cols);
        let ours = settings.pick(official / 4, 10).max(10);
        Self {
            key: "unknown",
            title: "An Unknown Track",
            game: format!("simplexity:rows={rows},cols={cols},win={win},round={round},square={square}"),
            clock: settings.time.unwrap_or_else(|| limit(&format!("{ours}ms"))),
            pairs: settings.pick(3, 1),
            said: format!("drawn from the seed; the competition's clock would be {official} ms"),
        }
    }

    fn play(&self, lab: &mut Lab<'_>) -> Result<Played, LabError> {
        let contest = Contest::new(self.key, &self.game, self.clock, &AGENTS, self.pairs);
        lab.play(&Contest { points: PointRule::THREE_ONE_ZERO, ..contest })
    }

    fn experiment(&self, played: &Played, rows: Vec<Row>) -> Experiment {
        Experiment {
            key: self.key,
            title: self.title,
            about: format!(
                "`{}` at {} a move ({}): everybody against everybody, {} games a meeting on openings of two random moves; 3 \
                 points for a win, 1 for a draw.",
                self.game,
                self.clock,
                self.said,
                2 * self.pairs
            ),
            rows,
            tables: vec![played.standings_table("Standings")],
        }
    }
}

fn base_rows(played: &Played) -> Vec<Row> {
    let why = "The report does not name its opponents. One ply over a centre heuristic sees no reply, so whoever threatens \
               twice or looks further wins; the competition's own files have this program last of ten in the Base Track of \
               2021 and eighth in the Unknown Track.";
    let against = |other: usize| {
        let claim = Claim::every("wins all matches");
        let score = played.score(ONE_PLY, other, Counting::Wins);
        Row::of_score(
            format!("depth 1 against {}", if other == SIMPAI { "simpai" } else { AGENTS[other] }),
            claim,
            &score,
            &[(Verdict::Lower, why)],
        )
    };
    let all = Row::of_score(
        "depth 1 against all five",
        Claim::every("wins all matches"),
        &played.against_all(ONE_PLY, Counting::Wins),
        &[(Verdict::Lower, why)],
    );
    vec![against(5), against(4), against(3), against(SIMPAI), all, rank_row(played, "base")]
}

/// SimpAI's place, beside its place among other entrants.
fn rank_row(played: &Played, track: &str) -> Row {
    let said = match track {
        "base" => "last in 2020, other entrants",
        "unknown" => "second in 2020, other entrants",
        _ => "not said",
    };
    let rank = played.rank(SIMPAI).filter(|_| !played.games.is_empty()).map(|rank| Value {
        value: rank as f64,
        low: rank as f64,
        high: rank as f64,
        unit: Unit::Count,
        samples: played.games.len() as u64,
        detail: format!("place of simpai among {}", AGENTS.len()),
    });
    Row::new("simpai's place", Claim::unmeasured(said), rank, &[])
}

fn thinking(played: &Played) -> Experiment {
    let positions = "On 6x7 two plies are at most 14 + 14 * 14 = 210 positions. At the 84 thousand a second of the \
                     framework's own minimax that is 2.5 ms, so 30 s cannot come from the search the report describes: its \
                     program spends them on tasks that wait for each other.";
    let late = played.timeouts(TWO_PLIES);
    let rows = vec![
        Row::new("depth 1, a move", Claim::touches("within 0.2 s", [0.0, 200.0]), played.time(ONE_PLY), &[]),
        Row::new(
            "depth 2, a move",
            Claim::touches("up to 30 s", [200.0, 30_000.0]),
            played.time(TWO_PLIES),
            &[(Verdict::Lower, positions)],
        ),
        Row::new(
            "depth 2, games lost on time",
            Claim::every("loses on time at 0.2 s"),
            late,
            &[(Verdict::Lower, positions)],
        ),
    ];
    Experiment {
        key: "thinking",
        title: "What a move takes",
        about: "From the games of the Base Track: milliseconds from the question to the answer.".to_owned(),
        rows,
        tables: vec![],
    }
}
