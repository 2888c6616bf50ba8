//! `cargo run --release -p ply_search --example solving -- SECONDS MEGABYTES`: nodes, and nodes per CPU second, that the
//! solvers take for fixed positions.

use std::time::Duration;

use ply_game::{BoardGame, Game, Hashed, Outcome, Player, Rng, Scored, below, rng};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::pentago_swap::PentagoSwap;
use ply_games::simplexity::{Geometry, Simplexity};
use ply_search::solve::{Dfpn, Exact, Payoff, Solver as _, WinDrawLoss};
use ply_search::{Budget, Limits};
use rustix::time::{ClockId, clock_gettime};

/// The margin of boxes, whose rest depends on the undrawn edges alone.
struct Boxes;

impl Payoff<DotsAndBoxes<u64>> for Boxes {
    fn at_end(&self, finished: &DotsAndBoxes<u64>, _outcome: Outcome, player: Player) -> i32 {
        self.banked(finished, player)
    }

    fn range(&self, position: &DotsAndBoxes<u64>, player: Player) -> (i32, i32) {
        let boxes = (position.geometry().rows * position.geometry().cols) as i32;
        let left = boxes - position.scores().map_or(0, |[first, second]| first + second);
        let margin = self.banked(position, player);
        (margin - left, margin + left)
    }

    fn banked(&self, position: &DotsAndBoxes<u64>, player: Player) -> i32 {
        position.scores().map_or(0, |scores| scores[player.index()] - scores[player.other().index()])
    }

    fn key(&self, position: &DotsAndBoxes<u64>) -> u64 {
        position.unscored_key()
    }
}

struct Measure {
    seconds: f64,
    megabytes: usize,
}

impl Measure {
    fn budget(&self) -> Budget {
        Budget::new(Limits::time(Duration::from_secs_f64(self.seconds)))
    }

    fn exact<G: BoardGame, P: Payoff<G>>(&self, name: &str, positions: &[G], fold: usize, payoff: P) {
        let mut exact = Exact::new(payoff, self.megabytes).folding(fold);
        report(&format!("{name}, exact, folding {fold}"), positions, |position| {
            let solution = exact.solve(position, &self.budget());
            (solution.value().map(|value| value.to_string()), solution.nodes)
        });
    }

    fn dfpn<G: BoardGame>(&self, name: &str, positions: &[G]) {
        let mut dfpn = Dfpn::new(self.megabytes);
        report(&format!("{name}, df-pn"), positions, |position| {
            let settled = dfpn.settle(position, &self.budget());
            (settled.prospect.result().map(|result| result.to_string()), settled.nodes)
        });
    }
}

fn report<G: Hashed>(name: &str, positions: &[G], mut solve: impl FnMut(&G) -> (Option<String>, u64)) {
    let started = cpu_seconds();
    let (mut values, mut nodes, mut most) = (Vec::new(), 0, 0);
    for position in positions {
        let (value, count) = solve(position);
        values.push(value.unwrap_or("?".to_owned()));
        nodes += count;
        most = most.max(count);
    }
    let seconds = cpu_seconds() - started;
    let rate = nodes as f64 / seconds / 1e6;
    println!("{name}: {} | {nodes} nodes, at most {most}, {seconds:.2} s, {rate:.2} M/s", values.join(" "));
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Whether the player to move wins at once.
fn wins_at_once<G: Game>(position: &G) -> bool {
    let mover = Outcome::Win(position.to_move());
    position.move_list().into_iter().any(|mv| position.after(mv).outcome() == Some(mover))
}

/// Positions after this many moves, each random among those that neither end the game nor let the opponent win at once.
fn quiet_positions<G: Game>(start: &G, plies: usize, count: usize, rng: &mut Rng) -> Vec<G> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Some(start.clone());
        for _ in 0..plies {
            position = position.and_then(|position| {
                let mut quiet: Vec<G> = position.move_list().into_iter().map(|mv| position.after(mv)).collect();
                quiet.retain(|child| child.outcome().is_none() && !wins_at_once(child));
                let chosen = below(rng, quiet.len().max(1) as u32) as usize;
                quiet.into_iter().nth(chosen)
            });
        }
        positions.extend(position);
    }
    positions
}

fn main() {
    let given: Vec<f64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let measure = Measure {
        seconds: given.first().copied().unwrap_or(20.0),
        megabytes: given.get(1).map_or(256, |&megabytes| megabytes as usize),
    };
    for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
        let name = format!("dots-and-boxes {rows}x{cols}");
        let start = [DotsAndBoxes::<u64>::new(rows, cols)];
        for fold in [0, 8, 99] {
            measure.exact(&format!("{name} by margin"), &start, fold, Boxes);
        }
        measure.exact(&format!("{name} by result"), &start, 0, WinDrawLoss);
        measure.dfpn(&name, &start);
    }
    for (rows, cols) in [(3_usize, 4), (4, 4), (4, 5)] {
        let name = format!("simplexity {rows}x{cols}");
        let (round, square) = ((rows * cols / 4) as u16, (rows * cols).div_ceil(4) as u16);
        let start = [Simplexity::<u64>::new(Geometry::of(rows, cols, 4), round, square)];
        measure.exact(&name, &start, 0, WinDrawLoss);
        measure.exact(&name, &start, 8, WinDrawLoss);
        measure.dfpn(&name, &start);
    }
    let positions = quiet_positions(&Simplexity::<u64>::new(Geometry::of(6, 7, 4), 10, 11), 24, 5, &mut rng(1));
    measure.exact("simplexity 6x7 with 18 empty cells", &positions, 0, WinDrawLoss);
    measure.dfpn("simplexity 6x7 with 18 empty cells", &positions);
    for empty in [8, 10, 12, 14] {
        let positions = quiet_positions(&PentagoSwap::default(), 36 - empty, 5, &mut rng(empty as u64));
        let name = format!("pentago-swap with {empty} empty cells");
        measure.exact(&name, &positions, 0, WinDrawLoss);
        measure.dfpn(&name, &positions);
    }
}
