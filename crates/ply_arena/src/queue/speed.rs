//! How fast a machine is: a short search on as many threads as will play.
// CITE: scaling by measured speed: fishtest, https://github.com/official-stockfish/fishtest/wiki

use std::thread;
use std::time::{Duration, Instant};

use ply_agents::common_mind;
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Silent};

/// How long it is measured.
const TIME: Duration = Duration::from_millis(400);
/// What is searched: the same everywhere.
const GAME: &str = "simplexity";
const SEARCH: &str = "alpha-beta:nodes=20000,table=1";

/// Thousands of positions that one of so many busy threads looks at in a second.
pub(super) fn measure(threads: usize) -> f64 {
    let each: Vec<_> = (0..threads.max(1)).map(|_| thread::spawn(one)).collect();
    let speeds: Vec<f64> = each.into_iter().filter_map(|one| one.join().ok()).collect();
    speeds.iter().sum::<f64>() / speeds.len().max(1) as f64
}

/// The speed of one thread.
fn one() -> f64 {
    let spec: Spec = GAME.parse().expect("a game of ours");
    visit(&spec, None, Measure).unwrap_or_default()
}

struct Measure;

impl Visitor for Measure {
    type Output = f64;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> f64 {
        let search: Spec = SEARCH.parse().expect("an agent of ours");
        let (mut nodes, begin) = (0, Instant::now());
        while begin.elapsed() < TIME {
            let Ok(mut mind) = common_mind::<G>(&search, 1) else { return 0.0 };
            let report = mind.think(&start, &Budget::new(mind.limits(&start)), &mut Silent);
            nodes += report.map_or(0, |report| report.nodes);
        }
        nodes as f64 / begin.elapsed().as_secs_f64() / 1000.0
    }
}
