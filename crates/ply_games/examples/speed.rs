//! `cargo run --release -p ply_games --example speed -- SPEC DEPTH`: perft leaves and play-outs per second.
use ply_game::{BoardGame, Spec, perft, playout, rng};
use std::time::Instant;
struct Speed(usize);
impl ply_games::Visitor for Speed {
    type Output = ();
    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        println!("{spec}: position {} bytes, move {} bytes", size_of::<G>(), size_of::<G::Move>());
        for _ in 0..5 {
            let t = Instant::now();
            let rows = perft(&start, self.0);
            let leaves = rows.last().unwrap().nodes;
            let p = leaves as f64 / t.elapsed().as_secs_f64();
            let t = Instant::now();
            let mut r = rng(1);
            let (mut n, mut plies) = (0, 0);
            while t.elapsed().as_secs_f64() < 0.5 {
                for _ in 0..100 {
                    n += 1;
                    plies += playout(start.clone(), &mut r).1;
                }
            }
            let s = t.elapsed().as_secs_f64();
            println!(
                "perft {} {:.1} M leaves/s   play-outs {:.3} M/s ({:.1} plies, {:.1} M plies/s)",
                leaves,
                p / 1e6,
                n as f64 / s / 1e6,
                plies as f64 / n as f64,
                plies as f64 / s / 1e6
            );
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    ply_games::visit(&a[1].parse().unwrap(), None, Speed(a[2].parse().unwrap())).unwrap();
}
