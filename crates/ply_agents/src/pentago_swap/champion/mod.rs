//! Our own engine for Pentago-Swap: a search over the contents of the tiles that treats all arrangements at once.
//!
//! Depth by depth, the root asks whether values are reached until it knows the largest one that is, starting from the
//! last depth's ([`search`]). A win that is proven is played; in a lost position the move that held out longest is. As
//! White it knows a win from the start ([`proven_win`]).

mod evaluate;
mod fives;
mod knowledge;
mod network;
mod order;
mod principal_variation;
mod proven_win;
mod rows;
mod search;
mod transposition;

use std::thread;

use ply_game::{Game as _, OptionInfo, SpecError};
use ply_games::pentago_swap::board::tile;
use ply_games::pentago_swap::{Move, PentagoSwap};
use ply_search::{Bound, Budget, Meter, Proof, Report, RootMove, Score, Searcher, Sink, Tally, TranspositionTable};

use super::arrangements::{self, all};
use super::immediate_win::first_win;
use crate::champion::{ChampionOptions, TABLE};
use crate::entry::Request;
use crate::instant::instant;
use crate::mind::Mind;
use crate::network::NETWORK;
use crate::settings::{DEPTH, NODES, THREADS};
use evaluate::Weights;
use knowledge::Knowledge;
use network::Network;
use order::History;
use proven_win::ProvenWin;
use search::{Contents, LOSS, MOST_ANSWERS, Search, WHOLE_GAME, WIN};
use transposition::Entry;

/// Points of a report for one step of the evaluation.
const POINTS: i32 = 10;

/// The options of the champion.
pub(super) const OPTIONS: &[OptionInfo] =
    &[DEPTH.info, NODES.info, TABLE.info, THREADS.info, Weights::OPTION.info, NETWORK.info];

/// Builds the champion.
pub(super) fn build(request: &Request) -> Result<Mind<PentagoSwap>, SpecError> {
    let options = ChampionOptions::of(request);
    let knowledge = Knowledge::new(Weights::of(request)?, Network::of::<PentagoSwap>(request)?);
    Ok(options.mind(Champion::new(knowledge, options.table_mb, options.threads, options.lines)))
}

/// The engine, with its table.
struct Champion {
    knowledge: Knowledge,
    table: TranspositionTable<Entry>,
    threads: usize,
    lines: usize,
    /// The arrangement of the tiles, named as in the start of the game: the table knows them by these names.
    arrangement: usize,
    /// The stones on the board by which everything ends that the table calls won or lost.
    proofs_end: i32,
    proven_win: ProvenWin,
}

/// A move and its value at some depth.
#[derive(Clone, Copy)]
struct Line {
    cell: usize,
    swap: usize,
    value: i32,
}

impl Champion {
    /// An engine with a table of so many megabytes, which scores so many root moves exactly.
    fn new(knowledge: Knowledge, megabytes: usize, threads: usize, lines: usize) -> Self {
        Self {
            knowledge,
            table: TranspositionTable::new(megabytes),
            threads,
            lines,
            arrangement: 0,
            proofs_end: 0,
            proven_win: ProvenWin::default(),
        }
    }
}

/// The move to fall back on, without a search: one after which the opponent has the fewest wins at once, of those the
/// one whose contents are worth most.
fn fallback(position: &PentagoSwap, knowledge: &Knowledge) -> Move {
    let mut best: Option<((i32, i32), Move)> = None;
    position.distinct_moves(|mv| {
        let child = position.after(mv);
        let mut dangers = 0;
        match child.outcome() {
            Some(outcome) if outcome.winner() == Some(child.to_move()) => dangers = i32::MAX,
            Some(_) => {}
            None => child.winning_moves(|_| dangers += 1),
        }
        let worth = -knowledge.evaluation.evaluate(child.own_stones(), child.other_stones());
        if best.is_none_or(|(least, _)| (dangers, -worth) < least) {
            best = Some(((dangers, -worth), mv));
        }
    });
    best.expect("a game that goes on has a legal move").1
}

/// What the root knows.
#[derive(Clone)]
struct Root {
    contents: Contents,
    arrangement: usize,
    /// The cells in the order in which they are tried.
    cells: Vec<usize>,
    lines: Vec<Line>,
    depth: i32,
    /// The stones on the board by which everything ends that the table calls won or lost.
    proofs_end: i32,
    /// Moves (cell, swap) that were found lost after they had been chosen.
    refuted: Vec<(usize, usize)>,
    /// The move that was verified last, and how deep.
    verified: Option<((usize, usize), i32)>,
}

impl Root {
    /// A position whose tiles have the names of this arrangement.
    fn new(position: &PentagoSwap, arrangement: usize, proofs_end: i32, knowledge: &Knowledge) -> Self {
        let tiles = all()[arrangement];
        let named = |board: u64| (0..4).fold(0, |stones, at| stones | (tile(board, at) as u64) << (16 * tiles[at]));
        let contents = Contents::new(named(position.own_stones()), named(position.other_stones()), knowledge);
        let order = knowledge.order.cells(contents.own, contents.other, contents.empty(), None, &[0; 64]);
        let mv = fallback(position, knowledge);
        let cell = 16 * tiles[mv.bit() / 16] + mv.bit() % 16;
        let lines = vec![Line { cell, swap: mv.swap() as usize, value: 0 }];
        Self {
            contents,
            arrangement,
            cells: order.best_first().collect(),
            lines,
            depth: 0,
            proofs_end,
            refuted: Vec::new(),
            verified: None,
        }
    }

    fn empties(&self) -> i32 {
        self.contents.empty().count_ones() as i32
    }

    /// Everything is known: a forced result, or the whole rest of the game.
    fn is_settled(&self) -> bool {
        self.lines[0].value.abs() >= WIN || self.depth >= self.empties()
    }

    /// A win may be sooner than it is said to be; a game that was searched to its end is a draw where nobody wins.
    fn proof(&self) -> Proof {
        match self.lines[0].value {
            WIN.. | ..=LOSS => Proof::Result,
            0 if self.depth >= self.empties() => Proof::Exact,
            _ => Proof::Open,
        }
    }

    /// The stones by which whatever a search of this depth proves ends: a chosen move is verified one ply deeper, and
    /// threats are followed beyond that.
    fn end_of_proofs(&self, depth: i32) -> i32 {
        let stones = 36 - self.empties();
        self.proofs_end.max((stones + depth + MOST_ANSWERS + 2).min(36))
    }

    /// A win or loss within so many plies. Later searches of a game use older proofs, so theirs count too.
    fn score(&self, line: Line) -> Score {
        let plies = (self.end_of_proofs(self.depth) + self.empties() - 36) as usize;
        match line.value {
            WIN.. => Score::win_in(plies),
            ..=LOSS => Score::loss_in(plies),
            value => Score::opinion(POINTS * value),
        }
    }

    fn report(&self, search: &Search<'_>, budget: &Budget) -> Report<Move> {
        let bound = |line: &Line| match line.value {
            WIN.. => Bound::Lower,
            ..=LOSS => Bound::Upper,
            _ => Bound::Exact,
        };
        let root: Vec<RootMove<Move>> = self
            .lines
            .iter()
            .map(|line| {
                let pv = search.principal_variation((self.contents, self.arrangement), (line.cell, line.swap));
                RootMove { mv: pv[0], score: self.score(*line), bound: bound(line), nodes: 0, pv }
            })
            .collect();
        let best = &root[0];
        Report {
            best: best.mv,
            score: best.score,
            proof: self.proof(),
            depth: self.depth as u32,
            deepest: self.depth as u32 + 1,
            nodes: search.meter.all_nodes(),
            time: budget.elapsed(),
            pv: best.pv.clone(),
            root,
        }
    }
}

impl Search<'_> {
    /// Deeper and deeper until the budget ends or everything is known.
    fn deepen(&mut self, root: &mut Root, first: i32, lines: usize, budget: &Budget, sink: &mut dyn Sink<Move>) {
        let last = budget.limits.depth.map_or(i32::MAX, |depth| depth.max(1) as i32).min(root.empties());
        for depth in first.min(last)..=last {
            if !self.iterate(root, depth, lines) {
                break;
            }
            root.depth = depth;
            sink.report(&root.report(self, budget));
            if root.is_settled() || !budget.may_go_deeper() {
                break;
            }
        }
    }

    /// One depth, all lines; `false` if it was cut short.
    fn iterate(&mut self, root: &mut Root, depth: i32, lines: usize) -> bool {
        let depth = if depth >= root.empties() { WHOLE_GAME } else { depth };
        let mut found: Vec<Line> = Vec::new();
        while found.len() < lines {
            let guess = root.lines.get(found.len()).map_or(0, |line| line.value);
            let excluded =
                found.iter().map(|line| (line.cell, line.swap)).chain(root.refuted.iter().copied()).collect();
            let is_first = found.is_empty();
            let line = self.settle(root, excluded, depth, guess, |root, line| {
                // At least as good as what was thought before, and looked at deeper.
                if is_first && line.value >= guess {
                    root.lines[0] = line;
                }
            });
            if self.meter.is_stopped() {
                return false;
            }
            match line {
                Some(line) => found.push(line),
                None if is_first => {
                    // Every move loses: the one that held out so far is as good as any.
                    root.lines.truncate(1);
                    root.lines[0].value = LOSS;
                    return true;
                }
                None => break,
            }
        }
        root.lines = found;
        true
    }

    /// Whether a move that was chosen at this depth is found lost.
    fn refutes(&mut self, root: &mut Root, mv: (usize, usize), depth: i32) -> bool {
        if depth == WHOLE_GAME || root.verified == Some((mv, depth)) {
            return false;
        }
        root.verified = Some((mv, depth));
        self.is_refuted((root.contents, root.arrangement), mv, depth)
    }

    /// The largest value that a move reaches, and that move; `None` if all lose. Tells each move that reaches a value.
    fn settle(
        &mut self,
        root: &mut Root,
        mut excluded: Vec<(usize, usize)>,
        depth: i32,
        guess: i32,
        mut tell: impl FnMut(&mut Root, Line),
    ) -> Option<Line> {
        let (mut low, mut high) = (LOSS, WIN);
        let mut best = None;
        let mut value = guess.clamp(low + 1, high);
        let mut step = 2;
        while low < high {
            let reached = self.at_root((root.contents, root.arrangement), &root.cells, &excluded, depth, value);
            if self.meter.is_stopped() {
                return None;
            }
            match reached {
                Some(mv) if value < WIN && self.refutes(root, mv, depth) => {
                    root.refuted.push(mv);
                    excluded.push(mv);
                    continue;
                }
                Some((cell, swap)) => {
                    low = value;
                    let at = root.cells.iter().position(|&other| other == cell).expect("the cell is of the list");
                    root.cells[..=at].rotate_right(1);
                    let line = Line { cell, swap, value };
                    best = Some(line);
                    tell(root, line);
                    value = if high == WIN { (low + step).min(high) } else { (low + high + 1).div_euclid(2) };
                }
                None => {
                    high = value - 1;
                    value = if low == LOSS { (high - step).max(low + 1) } else { (low + high + 1).div_euclid(2) };
                }
            }
            step *= 2;
        }
        best
    }
}

impl Searcher<PentagoSwap> for Champion {
    fn search(&mut self, position: &PentagoSwap, budget: &Budget, sink: &mut dyn Sink<Move>) -> Report<Move> {
        if let Some(win) = first_win(position) {
            let report = instant(win, Score::win_in(1), Bound::Lower, 1, 1, budget);
            sink.report(&report);
            return report;
        }
        // One move that wins is no answer to who asks for several lines.
        if self.lines == 1
            && let Some(report) = self.proven_win.find(position, budget)
        {
            sink.report(&report);
            return report;
        }
        self.table.next_search();
        let knowledge = &self.knowledge;
        let tally = Tally::default();
        let table = &self.table;
        let search = || Search {
            knowledge,
            table,
            meter: Meter::new(budget, &tally),
            history: History::new(),
            give_up_at: u64::MAX,
        };
        let mut report = None;
        let mut root = Root::new(position, self.arrangement, self.proofs_end, knowledge);
        thread::scope(|scope| {
            for helper in 1..self.threads {
                // Helpers begin at different depths and fill the table.
                let (mut search, mut root) = (search(), root.clone());
                scope.spawn(move || {
                    search.deepen(&mut root, 1 + (helper % 2) as i32, 1, budget, &mut |_: &Report<Move>| {});
                });
            }
            let mut main = search();
            main.deepen(&mut root, 1, self.lines, budget, sink);
            main.meter.tell();
            tally.stop();
            report = Some(root.report(&main, budget));
        });
        // A search that was cut short was on its way to the next depth.
        self.proofs_end = root.end_of_proofs(root.depth + i32::from(!root.is_settled()));
        let report = Report { nodes: tally.nodes(), ..report.expect("the search is over") };
        sink.report(&report);
        report
    }

    fn prepare(&mut self) {
        self.table.touch();
        self.proven_win.prepare();
    }

    fn follow(&mut self, start: &PentagoSwap, moves: &[Move]) {
        self.proven_win.follow(start, moves);
        let by_swap = &self.knowledge.reach.by_swap;
        let after = |lane: usize, mv: &Move| by_swap[lane][mv.swap() as usize].trailing_zeros() as usize;
        self.arrangement = moves.iter().fold(0, after);
    }
}
