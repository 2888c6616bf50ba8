//! What was found out before a game: books of openings and tables of all positions, and an agent that plays by them.
//!
//! The agent asks the tables, then the book, and thinks as the champion does where both end. What a table or a proof says is
//! reported as proven, so that whoever watches knows.

mod book;
mod judged;
mod kept_open;
mod tables;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use ply_game::{BoardGame, OptionInfo, Setting, Spec, SpecError};
use ply_search::tablebase::Judgement;
use ply_search::{Bound, Budget, Proof, Report, RootMove, Score, Searcher, Sink};

use crate::champion::TABLE;
use crate::entry::Request;
use crate::instant::instant;
use crate::mind::Mind;
use crate::payoff::GamePayoff;
use crate::registry::{mind, strongest};
use crate::settings::NODES;
pub use book::{Book, BookEntry, BookError, BookFile, Certainty};
pub use tables::{BoardTable, QuickTable, Tables, TablesError, fill_table, table_size};

const BOOK: Setting<Option<String>> = Setting::file("book", "a file of plyground book");
const TABLES: Setting<Option<String>> = Setting::file("tablebase", "a file of plyground table, or a folder of them");

pub(crate) const PREPARED: &[OptionInfo] = &[BOOK.info, TABLES.info, NODES.info, TABLE.info];

/// Whether a position is of the board of a start: read there, its text means the same.
fn is_same_board<G: BoardGame>(start: &G, position: &G) -> bool {
    start.parse_position(&position.position_text()).is_ok_and(|read| read == *position)
}

pub(crate) fn prepared<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    let book = request.get(&BOOK).map(|path| Book::open(Path::new(&path)).map_err(|error| format!("{path}: {error}")));
    let tables = request.get(&TABLES).map(|path| Tables::open(&[Path::new(&path)]).map_err(|error| error.to_string()));
    let book = book.transpose().map_err(|reason| request.refuse(reason))?;
    let tables = tables.transpose().map_err(|reason| request.refuse(reason))?;
    let options = vec![("table".to_owned(), request.get(&TABLE).to_string())];
    let champion = mind(&Spec { name: strongest::<G>().to_owned(), options }, 0, request.lines)?.1;
    Ok(Mind::searching(Prepared { book, tables, champion }).with_nodes(request.get(&NODES)))
}

/// Plays what is known, and thinks elsewhere.
struct Prepared<G: BoardGame> {
    book: Option<Arc<Book<G>>>,
    tables: Option<Tables<G>>,
    champion: Mind<G>,
}

/// A win that is proven without its length: no game on a board with a table or a book is longer.
const SOMETIME: usize = 999;

/// A proven value as a score.
fn proven(value: i32, payoff: GamePayoff) -> Score {
    match (payoff, value) {
        (_, 0) => Score::DRAW,
        (GamePayoff::Points, _) => Score::opinion(value),
        (GamePayoff::Result, 1..) => Score::win_in(SOMETIME),
        (GamePayoff::Result, _) => Score::loss_in(SOMETIME),
    }
}

impl<G: BoardGame> Prepared<G> {
    /// What a table says: every move with its value.
    fn by_table(&self, position: &G, budget: &Budget) -> Option<Report<G::Move>> {
        let table = self.tables.as_ref()?.of_board(position)?;
        let payoff = GamePayoff::of(&table.game);
        let root = |mv: G::Move| {
            let Judgement { after, .. } = table.values.judge(position, mv);
            (after, RootMove { mv, score: proven(after, payoff), bound: Bound::Exact, nodes: 1, pv: vec![mv] })
        };
        let mut moves: Vec<(i32, RootMove<G::Move>)> = position.move_list().into_iter().map(root).collect();
        moves.sort_by_key(|(value, _)| -value);
        let root: Vec<RootMove<G::Move>> = moves.into_iter().map(|(_, root)| root).collect();
        let best = root.first()?.clone();
        let report = instant(best.mv, best.score, best.bound, 1, root.len() as u64, budget);
        let proof = if payoff == GamePayoff::Points { Proof::Exact } else { Proof::Result };
        Some(Report { proof, root, ..report })
    }

    /// What the book says: the first of the moves it knows to be best.
    fn by_book(&self, position: &G, budget: &Budget) -> Option<Report<G::Move>> {
        let book = self.book.as_ref()?;
        let ((entry, moves), payoff) = (book.look_up(position)?, book.payoff);
        let (score, bound, proof) = match entry.certainty {
            Certainty::Exact if payoff == GamePayoff::Points => {
                (proven(entry.value, payoff), Bound::Exact, Proof::Exact)
            }
            Certainty::Exact | Certainty::Result if entry.value < 0 => {
                (proven(entry.value, payoff), Bound::Upper, Proof::Result)
            }
            Certainty::Exact | Certainty::Result => (proven(entry.value, payoff), Bound::Lower, Proof::Result),
            Certainty::Opinion => (Score::from_points(entry.value), Bound::Exact, Proof::Open),
        };
        Some(Report { proof, ..instant(moves[0], score, bound, 1, entry.nodes.max(1), budget) })
    }
}

impl<G: BoardGame> Searcher<G> for Prepared<G> {
    fn search(&mut self, position: &G, budget: &Budget, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        if let Some(report) = self.by_table(position, budget).or_else(|| self.by_book(position, budget)) {
            sink.report(&report);
            return report;
        }
        self.champion.think(position, budget, sink).expect("a champion always has a move")
    }

    fn follow(&mut self, start: &G, moves: &[G::Move]) {
        self.champion.follow(start, moves);
    }
}
