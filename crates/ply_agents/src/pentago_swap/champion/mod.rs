//! Our own engine for Pentago-Swap: a search over the contents of the tiles that treats all arrangements at once.
//!
//! Depth by depth, the root asks whether values are reached until it knows the largest one that is, starting from the
//! last depth's ([`search`]). A win that is proven is played; in a lost position the move that held out longest is.

mod arrangements;
mod evaluate;
mod fives;
mod knowledge;
mod order;
mod search;
mod transposition;

use std::thread;

use ply_game::{Game as _, OptionInfo, SpecError};
use ply_games::pentago_swap::board::cell_of;
use ply_games::pentago_swap::{Move, PentagoSwap, Swap};
use ply_search::{Bound, Budget, Meter, Report, RootMove, Score, Searcher, Sink, Tally, TranspositionTable};

use super::immediate_win::first_win;
use crate::champion::{ChampionOptions, TABLE};
use crate::entry::Request;
use crate::instant::instant;
use crate::mind::Mind;
use crate::settings::{DEPTH, NODES, THREADS};
use evaluate::Weights;
use knowledge::Knowledge;
use order::History;
use search::{Contents, LOSS, MOST_ANSWERS, Search, WHOLE_GAME, WIN};
use transposition::Entry;

/// Points of a report for one step of the evaluation.
const POINTS: i32 = 10;

/// The options of the champion.
pub(super) const OPTIONS: &[OptionInfo] = &[DEPTH.info, NODES.info, TABLE.info, THREADS.info, Weights::OPTION.info];

/// Builds the champion.
pub(super) fn build(request: &Request) -> Result<Mind<PentagoSwap>, SpecError> {
    let options = ChampionOptions::of(request);
    Ok(options.mind(Champion::new(Weights::of(request)?, options.table_mb, options.threads, options.lines)))
}

/// The engine, with its table.
struct Champion {
    knowledge: Knowledge,
    table: TranspositionTable<Entry>,
    threads: usize,
    lines: usize,
}

/// A move and its value at some depth.
#[derive(Clone, Copy)]
struct Line {
    cell: usize,
    swap: usize,
    value: i32,
}

impl Line {
    fn mv(self) -> Move {
        let (row, column) = cell_of(self.cell);
        Move::new(row, column, Swap::ALL[self.swap])
    }
}

impl Champion {
    /// An engine with a table of so many megabytes, which scores so many root moves exactly.
    fn new(weights: Weights, megabytes: usize, threads: usize, lines: usize) -> Self {
        Self { knowledge: Knowledge::new(weights), table: TranspositionTable::new(megabytes), threads, lines }
    }
}

/// The move to fall back on, without a search: one after which the opponent has the fewest wins at once, of those the
/// one whose contents are worth most.
fn fallback(position: &PentagoSwap, knowledge: &Knowledge) -> Line {
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
    let (_, mv) = best.expect("a game that goes on has a legal move");
    Line { cell: mv.bit(), swap: mv.swap() as usize, value: 0 }
}

/// What the root knows.
struct Root {
    contents: Contents,
    /// The cells in the order in which they are tried.
    cells: Vec<usize>,
    lines: Vec<Line>,
    depth: i32,
}

impl Root {
    fn empties(&self) -> i32 {
        self.contents.empty().count_ones() as i32
    }

    /// Everything is known: a forced result, or the whole rest of the game.
    fn is_settled(&self) -> bool {
        self.lines[0].value.abs() >= WIN || self.depth >= self.empties()
    }

    fn score(&self, line: Line) -> Score {
        // Within so many plies: threats are followed beyond the depth.
        let plies = (self.depth + MOST_ANSWERS + 1).min(self.empties()) as usize;
        match line.value {
            WIN.. => Score::win_in(plies),
            ..=LOSS => Score::loss_in(plies),
            value => Score::opinion(POINTS * value),
        }
    }

    fn report(&self, nodes: u64, budget: &Budget) -> Report<Move> {
        let bound = |line: &Line| match line.value {
            WIN.. => Bound::Lower,
            ..=LOSS => Bound::Upper,
            _ => Bound::Exact,
        };
        let root: Vec<RootMove<Move>> = self
            .lines
            .iter()
            .map(|line| RootMove {
                mv: line.mv(),
                score: self.score(*line),
                bound: bound(line),
                nodes: 0,
                pv: vec![line.mv()],
            })
            .collect();
        let best = &root[0];
        Report {
            best: best.mv,
            score: best.score,
            depth: self.depth as u32,
            deepest: self.depth as u32 + 1,
            nodes,
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
            sink.report(&root.report(self.meter.all_nodes(), budget));
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
            let excluded: Vec<(usize, usize)> = found.iter().map(|line| (line.cell, line.swap)).collect();
            let is_first = found.is_empty();
            let line = self.settle(root, &excluded, depth, guess, |root, line| {
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

    /// The largest value that a move reaches, and that move; `None` if all lose. Tells each move that reaches a value.
    fn settle(
        &mut self,
        root: &mut Root,
        excluded: &[(usize, usize)],
        depth: i32,
        guess: i32,
        mut tell: impl FnMut(&mut Root, Line),
    ) -> Option<Line> {
        let (mut low, mut high) = (LOSS, WIN);
        let mut best = None;
        let mut value = guess.clamp(low + 1, high);
        let mut step = 2;
        while low < high {
            let reached = self.at_root(root.contents, &root.cells, excluded, depth, value);
            if self.meter.is_stopped() {
                return None;
            }
            match reached {
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
        self.table.next_search();
        let knowledge = &self.knowledge;
        let contents = Contents::new(position.own_stones(), position.other_stones(), knowledge);
        let order = knowledge.order.cells(contents.own, contents.other, contents.empty(), None, &[0; 64]);
        let cells: Vec<usize> = order.best_first().collect();
        let start = || Root { contents, cells: cells.clone(), lines: vec![fallback(position, knowledge)], depth: 0 };
        let tally = Tally::default();
        let table = &self.table;
        let search = || Search { knowledge, table, meter: Meter::new(budget, &tally), history: History::new() };
        let mut root = start();
        thread::scope(|scope| {
            for helper in 1..self.threads {
                // Helpers begin at different depths and fill the table.
                let (mut search, mut root) = (search(), start());
                scope.spawn(move || {
                    search.deepen(&mut root, 1 + (helper % 2) as i32, 1, budget, &mut |_: &Report<Move>| {});
                });
            }
            let mut main = search();
            main.deepen(&mut root, 1, self.lines, budget, sink);
            main.meter.tell();
            tally.stop();
        });
        let report = root.report(tally.nodes(), budget);
        sink.report(&report);
        report
    }
}
