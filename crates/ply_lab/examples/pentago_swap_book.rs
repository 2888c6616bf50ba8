//! The opening book of Pentago-Swap's champion from the certificate of White's win:
//!
//! ```sh
//! cargo run --release -p ply_lab --example pentago_swap_book -- docs/src/proofs/pentago-swap-19.proof \
//!     crates/ply_agents/src/pentago_swap/book.bin
//! ```
//!
//! The book has the certificate's move in every position that White can meet, the start first, until the solver proves
//! the rest with [`NODES`] nodes: from there on the champion finds the moves itself. To read the certificate takes half a
//! minute and 500 MB, to ask the solver ten minutes of processor time, on all threads.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::Read;

use anyhow::{Context as _, Result, bail, ensure};
use ply_agents::{pentago_swap_book, solver};
use ply_game::{Game as _, Notation as _, Player, Symmetric as _};
use ply_games::pentago_swap::{Move, PentagoSwap};
use ply_lab::solve::{Certificate, Claim, Strategy};
use ply_search::solve::Verdict;
use ply_search::{Budget, Limits};
use rayon::prelude::*;

/// What the solver may spend on a position that is left out: a few milliseconds.
const NODES: u64 = 3000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [proof, out] = arguments.as_slice() else { bail!("expected PROOF OUT") };
    let start = PentagoSwap::default();
    let (certificate, strategy) = Certificate::read(File::open(proof).with_context(|| proof.clone())?)?;
    let is_white = |claim: &Claim| claim.player == Player::First && claim.at_least == 1;
    let within = match certificate.claims.as_slice() {
        [claim] if is_white(claim) && certificate.position == start.position_text() => claim.within,
        _ => None,
    };
    let within = within.context("expected a proof that White wins Pentago-Swap within so many plies")?;
    let mut proof = Proof { strategy, moves: HashMap::new(), left: HashSet::new() };
    proof.walk(&start)?;
    ensure!(proof.strategy.is_at_end(), "the proof goes on where the game ends");
    let book = entries(&start, within, &proof.moves)?;
    println!("the book has {} of {} positions", book.len(), proof.moves.len());
    fs::write(out, pentago_swap_book(book)).with_context(|| out.clone())
}

/// The position that stands for all its images.
type Image = [u64; 2];

fn image(position: &PentagoSwap) -> Image {
    let (image, _) = position.canonical();
    Player::BOTH.map(|player| image.stones(player))
}

/// Positions that go on, of which White's move does not win at once.
fn is_quiet(position: &PentagoSwap) -> bool {
    let mut wins = false;
    position.winning_moves(|_| wins = true);
    !wins && position.outcome().is_none()
}

struct Proof<R> {
    strategy: Strategy<R>,
    /// White's moves, each in the first of the images that was met.
    moves: HashMap<Image, (PentagoSwap, Move)>,
    /// What White has left behind.
    left: HashSet<Image>,
}

impl<R: Read> Proof<R> {
    /// Reads the moves in the order in which the rules meet the positions.
    fn walk(&mut self, position: &PentagoSwap) -> Result<()> {
        if !is_quiet(position) || self.moves.contains_key(&image(position)) {
            return Ok(());
        }
        let number = self.strategy.next_move().context("the proof has no move where it should")?;
        let mv = *position.move_list().get(number).context("the proof has a move that is none")?;
        self.moves.insert(image(position), (*position, mv));
        let after = position.after(mv);
        if after.outcome().is_none() && self.left.insert(image(&after)) {
            after.move_list().into_iter().try_for_each(|reply| self.walk(&after.after(reply)))?;
        }
        Ok(())
    }
}

/// What the book has: two plies after the other, so that the solver is asked on all threads.
fn entries(
    start: &PentagoSwap,
    within: u32,
    moves: &HashMap<Image, (PentagoSwap, Move)>,
) -> Result<Vec<(PentagoSwap, Move)>> {
    let (mut book, mut met) = (Vec::new(), HashSet::from([image(start)]));
    while !met.is_empty() {
        let hard: Vec<Image> = met.par_iter().copied().filter(|&image| !is_settled(image, within)).collect();
        println!("{} of {} positions", hard.len(), met.len());
        met.clear();
        for image_of_it in hard {
            let &(position, mv) = moves.get(&image_of_it).context("the proof leaves a position out")?;
            book.push((position, mv));
            let after = position.after(mv);
            let replies = after.move_list().into_iter().map(|reply| after.after(reply));
            met.extend(replies.filter(is_quiet).map(|reply| image(&reply)));
        }
    }
    Ok(book)
}

/// Whether the solver, which knows nothing yet, proves the win with few nodes.
fn is_settled([white, black]: Image, within: u32) -> bool {
    let position = PentagoSwap::from_stones(white, black).expect("an image of a position is one");
    let plies = within.saturating_sub(position.plies() as u32);
    let budget = Budget::new(Limits::nodes(NODES));
    let answer = solver(&position, 1, 1).and_then(|mut own| own.wins_within(&position, Player::First, plies, &budget));
    answer.is_some_and(|answer| answer.verdict == Verdict::Proven && answer.best.is_some())
}
