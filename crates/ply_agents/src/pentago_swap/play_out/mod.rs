//! Plays a win out against every reply, by the rules: the solver only says which move the winner makes.
//!
//! Whatever the solver says is checked: that the move is there, that a game ends as it should and no later than it
//! should, and that every reply to it is answered. So a run that ends well is a proof, though one that nobody keeps: the
//! moves are in no file. Boards with the same tiles are treated together ([`tiles`]). The first plies are played in stages:
//! what is met at the end of one is shared out among the threads in the next. They take nothing on that another has. Memory:
//! 20 to 40 bytes for the boards with the same tiles, where the winner is to move and does not win at once.

mod seen;
#[cfg(test)]
mod tests;
mod tiles;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ply_game::{Game as _, Notation as _, Player};
use ply_games::pentago_swap::PentagoSwap;
use ply_search::solve::{NotPlayedOut, PlayedOut};
use ply_search::{Budget, THREADS, Tally};

use super::arrangements::Lanes;
use super::exact::{ExactSolver, Step, Strategist};
use seen::Seen;
use tiles::{Contents, TABLES, Tables, each};

/// After so many plies boards are handed on: early ones, of which there are few, take long to find a move for.
const STAGES: [u32; 3] = [2, 4, 6];

/// Boards with the winner to move, to be played out.
#[derive(Clone, Copy)]
struct Task {
    contents: Contents,
    lanes: Lanes,
    plies: u32,
}

/// What all threads have in common.
struct Work<'a> {
    solver: &'a ExactSolver,
    budget: &'a Budget,
    tally: Tally,
    player: Player,
    seen: Seen,
    counts: Mutex<PlayedOut>,
    told: &'a (dyn Fn(&PlayedOut, f64) + Sync),
}

/// Plays the win of a player within so many plies out, from a position that is not over.
pub(super) fn play_out(
    solver: &ExactSolver,
    position: &PentagoSwap,
    (player, plies): (Player, u32),
    (threads, budget): (usize, &Budget),
    told: &(dyn Fn(&PlayedOut, f64) + Sync),
) -> Result<PlayedOut, NotPlayedOut> {
    let contents = Contents { own: position.stones(player), other: position.stones(player.other()) };
    let (tally, seen, counts) = (Tally::default(), Seen::new(), Mutex::default());
    let work = Work { solver, budget, tally, player, seen, counts, told };
    let mut top = Walk::new(&work, contents.stones() + STAGES[0]);
    let is_mover = position.to_move() == player;
    if is_mover {
        top.attack(contents, 1, plies)?;
    } else {
        top.defend(contents, 1, plies)?;
    }
    top.tell(0.0);
    let mut tasks = std::mem::take(&mut top.tasks);
    for stage in STAGES.into_iter().skip(1).map(|plies| contents.stones() + plies).chain([u32::MAX]) {
        tasks = work.stage(&tasks, stage, threads)?;
    }
    let counts = *work.counts.lock().expect("nobody panics");
    Ok(counts)
}

impl Work<'_> {
    /// Plays boards out up to so many stones, and hands on those that have as many.
    fn stage(&self, tasks: &[Task], handed_on: u32, threads: usize) -> Result<Vec<Task>, NotPlayedOut> {
        let next = AtomicUsize::new(0);
        let one = || {
            let mut walk = Walk::new(self, handed_on);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(number) else { return Ok(walk.tasks) };
                let ended = walk.go_on(task);
                walk.tell(if handed_on == u32::MAX { number as f64 / tasks.len() as f64 } else { 0.0 });
                // The others need not go on.
                ended.inspect_err(|_| self.tally.stop())?;
            }
        };
        if !THREADS || threads == 1 {
            return one();
        }
        let ended: Vec<Result<Vec<Task>, NotPlayedOut>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().expect("playing out does not panic")).collect()
        });
        let refuted = ended.iter().find_map(|ended| ended.as_ref().err().filter(|&why| *why != NotPlayedOut::Stopped));
        if let Some(refuted) = refuted {
            return Err(refuted.clone());
        }
        Ok(ended.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// One thread.
struct Walk<'a> {
    work: &'a Work<'a>,
    tables: &'static Tables,
    strategist: Strategist<'a>,
    /// From so many stones on, boards are handed on.
    handed_on: u32,
    tasks: Vec<Task>,
    counts: PlayedOut,
}

impl<'a> Walk<'a> {
    fn new(work: &'a Work<'a>, handed_on: u32) -> Self {
        let strategist = Strategist::new(work.solver, work.budget, &work.tally);
        Self { work, tables: &TABLES, strategist, handed_on, tasks: Vec::new(), counts: PlayedOut::default() }
    }

    /// Adds what was counted to what all have.
    fn tell(&mut self, done: f64) {
        let mut counts = self.work.counts.lock().expect("nobody panics");
        *counts += std::mem::take(&mut self.counts);
        (self.work.told)(&counts, done);
    }

    /// The winner is to move; in none of the arrangements the game is over.
    fn attack(&mut self, contents: Contents, lanes: Lanes, plies: u32) -> Result<(), NotPlayedOut> {
        if lanes != 0 && plies == 0 {
            return Err(self.refuted(contents, lanes, "no plies are left, and nobody has won"));
        }
        let open = lanes & !self.tables.wins_at_once(contents, lanes);
        self.counts.endings += u64::from((lanes & !open).count_ones());
        if open == 0 {
            return Ok(());
        }
        let least = self.tables.least(contents);
        let new = self.work.seen.take(least.number, self.tables.onto(least, open));
        let lanes = self.tables.back_from(least, new);
        if lanes == 0 {
            return Ok(());
        }
        self.counts.groups += 1;
        self.counts.positions += u64::from(lanes.count_ones());
        let task = Task { contents, lanes, plies };
        if contents.stones() >= self.handed_on {
            self.tasks.push(task);
            return Ok(());
        }
        self.go_on(&task)
    }

    /// The winner's moves in positions without a win at once.
    fn go_on(&mut self, &Task { contents, lanes, plies }: &Task) -> Result<(), NotPlayedOut> {
        if plies < 2 {
            return Err(self.refuted(contents, lanes, "one ply is left, and no move wins at once"));
        }
        let steps = self.strategist.steps([contents.own, contents.other], lanes, plies);
        let steps = steps.ok_or(NotPlayedOut::Stopped)?;
        let mut left = lanes;
        for Step { cell, to } in steps {
            if contents.empty() >> cell & 1 == 0 || to & !self.tables.one_swap(lanes) != 0 {
                return Err(self.refuted(contents, lanes, "the move is not one of the rules"));
            }
            let after = Contents { own: contents.own | 1 << cell, ..contents };
            if self.tables.fives(after.own, to) | self.tables.fives(after.other, to) != 0 {
                return Err(self.refuted(contents, lanes, "the move ends the game without a win"));
            }
            left &= !self.tables.one_swap(to);
            self.defend(after, to, plies - 1)?;
        }
        if left != 0 {
            return Err(self.refuted(contents, left, "there is no move"));
        }
        Ok(())
    }

    /// The other player is to move, and tries everything; in none of the arrangements the game is over.
    fn defend(&mut self, contents: Contents, lanes: Lanes, plies: u32) -> Result<(), NotPlayedOut> {
        if plies == 0 || contents.empty() == 0 {
            return Err(self.refuted(contents, lanes, "nobody has won in time"));
        }
        let next = self.tables.one_swap(lanes);
        let mut cells = contents.empty();
        while cells != 0 {
            let stone = cells & cells.wrapping_neg();
            cells &= cells - 1;
            let after = Contents { other: contents.other | stone, ..contents };
            let lost = self.tables.fives(after.other, next);
            if lost != 0 {
                return Err(self.refuted(after, lost, "the other player has five"));
            }
            let won = self.tables.fives(after.own, next);
            self.counts.replies += u64::from(next.count_ones());
            self.counts.endings += u64::from(won.count_ones());
            self.attack(after, next & !won, plies - 1)?;
        }
        Ok(())
    }

    fn refuted(&self, contents: Contents, lanes: Lanes, reason: &'static str) -> NotPlayedOut {
        let is_first = self.work.player == Player::First;
        let lane = each(lanes).next().unwrap_or(0);
        let position = self.tables.position(contents, lane, is_first);
        let position = position.map_or_else(String::new, |position| position.position_text());
        NotPlayedOut::Refuted { position, reason }
    }
}
