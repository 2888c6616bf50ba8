//! Books of openings: every position within some plies of the start, images of one another once, with what it is worth.
//!
//! The last ply comes first. A position all of whose moves lead to known values follows from them; otherwise it is looked up
//! in a table, given to the solvers, and where they do not get through, thought about by an agent. What is found of
//! a position depends on nothing but the request, so a book that was interrupted goes on as if it had not been.

use std::collections::{HashMap, HashSet};

use crate::work_sharing::map_numbers;
use ply_agents::{BookEntry, Certainty, GamePayoff, Tables, mind};
use ply_game::{BoardGame, Player, Spec, SpecError};
use ply_search::solve::Payoff as _;
use ply_search::{Budget, Cancel, Limits, Proof, Silent};

use crate::solve::{Portfolio, solve};

/// What is wanted.
pub struct BookRequest<'a, G: BoardGame> {
    /// The game's full spec.
    pub game: &'a Spec,
    /// Positions that a solver may visit for one question.
    pub nodes: u64,
    /// Who thinks where the solvers do not get through.
    pub agent: &'a Spec,
    /// Positions that it may visit.
    pub thought: u64,
    /// Tables that know values.
    pub tables: &'a Tables<G>,
}

/// There are more positions than a book may have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("within {plies} plies there are more than {most} positions: fewer plies, or more with --most")]
pub struct TooMany {
    plies: usize,
    most: usize,
}

/// Positions of a book, those of one ply together, the start first.
pub type Layers<G> = Vec<Vec<G>>;

/// Positions between two tellings how far it is: a thread or so each.
const AT_A_TIME: usize = 32;
/// The megabytes of the solvers of one position.
const MEGABYTES: usize = 32;

/// The positions within some plies that are not over, of each its smallest image.
pub fn positions<G: BoardGame>(start: &G, plies: usize, most: usize) -> Result<Layers<G>, TooMany> {
    let mut seen = HashSet::new();
    let mut layers = vec![vec![start.canonical().0]];
    layers[0].retain(|start| start.outcome().is_none());
    let mut count = layers[0].len();
    for _ in 0..plies {
        let mut next = Vec::new();
        for position in layers.last().into_iter().flatten() {
            for mv in position.move_list() {
                let child = position.after(mv).canonical().0;
                if child.outcome().is_none() && seen.insert(child.position_text()) {
                    count += 1;
                    if count > most {
                        return Err(TooMany { plies, most });
                    }
                    next.push(child);
                }
            }
        }
        layers.push(next);
    }
    Ok(layers)
}

/// Fills a book from the last ply on; `told` hears what there is now and then. Entries that are there already stay. Gives up
/// when it is cancelled, with what there is.
pub fn make_book<G: BoardGame>(
    request: &BookRequest<'_, G>,
    layers: &Layers<G>,
    known: Vec<BookEntry>,
    cancel: &Cancel,
    mut told: impl FnMut(&HashMap<String, BookEntry>) -> std::io::Result<()>,
) -> Result<Vec<BookEntry>, MakeError> {
    let mut entries: HashMap<String, BookEntry> =
        known.into_iter().map(|entry| (entry.position.clone(), entry)).collect();
    for layer in layers.iter().rev() {
        let missing: Vec<&G> =
            layer.iter().filter(|position| !entries.contains_key(&position.position_text())).collect();
        for positions in missing.chunks(AT_A_TIME) {
            let found = map_numbers(positions.len(), |at| request.entry(positions[at], &entries, cancel));
            for entry in found {
                if let Some(entry) = entry? {
                    entries.insert(entry.position.clone(), entry);
                }
            }
            told(&entries)?;
            if cancel.is_cancelled() {
                return Ok(in_order(entries));
            }
        }
    }
    Ok(in_order(entries))
}

/// Why a book is not made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The agent cannot be built.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// It cannot be told.
    #[error(transparent)]
    Told(#[from] std::io::Error),
}

/// The entries in an order that does not depend on how they were found.
pub fn in_order(entries: HashMap<String, BookEntry>) -> Vec<BookEntry> {
    let mut entries: Vec<BookEntry> = entries.into_values().collect();
    entries.sort_by(|one, other| one.position.cmp(&other.position));
    entries
}

impl<G: BoardGame> BookRequest<'_, G> {
    /// What is found of a position; `None` if it was cancelled meanwhile.
    fn entry(
        &self,
        position: &G,
        entries: &HashMap<String, BookEntry>,
        cancel: &Cancel,
    ) -> Result<Option<BookEntry>, SpecError> {
        let known = self.by_children(position, entries).or_else(|| self.by_table(position));
        if let Some(known) = known {
            return Ok(Some(known));
        }
        let (solved, nodes) = self.by_solver(position, cancel);
        if cancel.is_cancelled() {
            return Ok(None);
        }
        match solved {
            Some(solved) => Ok(Some(solved)),
            None => {
                let thought = self.by_thought(position, nodes, cancel)?;
                Ok(Some(thought).filter(|_| !cancel.is_cancelled()))
            }
        }
    }

    fn write(
        &self,
        position: &G,
        moves: &[G::Move],
        value: i32,
        certainty: Certainty,
        by: &str,
        nodes: u64,
    ) -> BookEntry {
        let moves = moves.iter().map(|&mv| position.move_text(mv)).collect();
        BookEntry { position: position.position_text(), moves, value, certainty, by: by.to_owned(), nodes }
    }

    /// The best of all moves, where each is known exactly; or those that win where nothing is more than a win.
    fn by_children(&self, position: &G, entries: &HashMap<String, BookEntry>) -> Option<BookEntry> {
        let (payoff, mover) = (GamePayoff::of(self.game), position.to_move());
        let value = |mv: G::Move| {
            let child = position.after(mv);
            if let Some(outcome) = child.outcome() {
                return Some(payoff.at_end(&child, outcome, mover));
            }
            let entry = entries.get(&child.canonical().0.position_text())?;
            let is_exact = entry.certainty == Certainty::Exact;
            is_exact.then_some(if child.to_move() == mover { entry.value } else { -entry.value })
        };
        let moves = position.move_list();
        let values: Vec<Option<i32>> = moves.iter().map(|&mv| value(mv)).collect();
        let best = values.iter().copied().flatten().max()?;
        if values.contains(&None) && !(payoff == GamePayoff::Result && best == 1) {
            return None;
        }
        let best_moves: Vec<G::Move> =
            moves.into_iter().zip(values).filter(|(_, value)| *value == Some(best)).map(|(mv, _)| mv).collect();
        Some(self.write(position, &best_moves, best, Certainty::Exact, "children", 0))
    }

    fn by_table(&self, position: &G) -> Option<BookEntry> {
        let table = &self.tables.of_board(position)?.values;
        let best: Vec<G::Move> =
            position.move_list().into_iter().filter(|&mv| table.judge(position, mv).is_perfect()).collect();
        Some(self.write(position, &best, table.value(position), Certainty::Exact, "table", 0))
    }

    /// What the solvers prove, and the positions they visited.
    fn by_solver(&self, position: &G, cancel: &Cancel) -> (Option<BookEntry>, u64) {
        let budget = Budget { cancel: cancel.clone(), ..Budget::new(Limits::nodes(self.nodes)) };
        let mut solver = Portfolio::new(self.game, position, MEGABYTES, 1);
        let solution = solve(position, GamePayoff::of(self.game), &mut solver, &budget);
        let nodes = solver.progress.state().nodes;
        let (sign, certainty) = (if position.to_move() == Player::First { 1 } else { -1 }, solution.value());
        let certainty = if certainty.is_some() { Certainty::Exact } else { Certainty::Result };
        let entry = solution.outcome().zip(solution.best).map(|(_, best)| {
            let surely = if solution.lower > 0 { solution.lower } else { solution.upper };
            self.write(position, &[best], sign * surely, certainty, "solver", nodes)
        });
        (entry, nodes)
    }

    /// What an agent thinks, so many positions having been visited before.
    fn by_thought(&self, position: &G, nodes: u64, cancel: &Cancel) -> Result<BookEntry, SpecError> {
        let (agent, mut mind) = mind::<G>(self.agent, 0, 1)?;
        let budget = Budget { cancel: cancel.clone(), ..Budget::new(Limits::nodes(self.thought)) };
        let Some(report) = mind.think(position, &budget, &mut Silent) else {
            let reason = format!("it has no move in {}", position.position_text());
            return Err(SpecError::Together { owner: agent.to_string(), reason });
        };
        let decided = report.proof != Proof::Open && GamePayoff::of(self.game) == GamePayoff::Result;
        let (value, certainty) = match decided {
            true => (report.score.points().signum(), Certainty::Exact),
            false => (report.score.points(), Certainty::Opinion),
        };
        Ok(self.write(position, &[report.best], value, certainty, &agent.to_string(), nodes + report.nodes))
    }
}

#[cfg(test)]
mod tests {
    use ply_agents::Book;
    use ply_game::{Game as _, Notation as _};
    use ply_games::dots_and_boxes::DotsAndBoxes;
    use ply_games::simplexity::{Geometry, Simplexity};

    use super::*;

    fn request<'a, G: BoardGame>(
        game: &'a Spec,
        agent: &'a Spec,
        nodes: u64,
        tables: &'a Tables<G>,
    ) -> BookRequest<'a, G> {
        BookRequest { game, nodes, agent, thought: 100, tables }
    }

    #[test]
    fn a_book_of_a_small_board_agrees_with_the_solver() {
        let (game, agent): (Spec, Spec) =
            ("dots-and-boxes:rows=2,cols=2".parse().unwrap(), "champion".parse().unwrap());
        let start = DotsAndBoxes::<u64>::new(2, 2);
        let tables = Tables::default();
        let request = request(&game, &agent, 100_000, &tables);
        let layers = positions(&start, 2, 1000).unwrap();
        let book = make_book(&request, &layers, Vec::new(), &Cancel::default(), |_| Ok(())).unwrap();
        assert_eq!(book.len(), layers.iter().map(Vec::len).sum::<usize>());
        let book = Book::new(start, GamePayoff::Points, book);
        let value = |at: &DotsAndBoxes<u64>| {
            let mut solver = Portfolio::new(&game, at, 2, 1);
            solve(at, GamePayoff::Points, &mut solver, &Budget::new(Limits::default())).value().unwrap()
        };
        for position in layers.iter().flatten() {
            let (entry, moves) = book.look_up(position).expect("it is in the book");
            let sign = if position.to_move() == Player::First { 1 } else { -1 };
            assert_eq!(
                (entry.value, entry.certainty),
                (sign * value(position), Certainty::Exact),
                "{}",
                entry.position
            );
            for mv in moves {
                assert_eq!(value(&position.after(mv)), sign * entry.value, "{}", position.move_text(mv));
            }
        }
    }

    #[test]
    fn what_was_interrupted_goes_on_to_the_same_book() {
        let (game, agent): (Spec, Spec) =
            ("simplexity:rows=4,cols=4,win=4".parse().unwrap(), "champion:table=1".parse().unwrap());
        let start = Simplexity::<u64>::new(Geometry::of(4, 4, 4), 4, 4);
        let tables = Tables::default();
        let request = request(&game, &agent, 300, &tables);
        let layers = positions(&start, 2, 1000).unwrap();
        let whole = make_book(&request, &layers, Vec::new(), &Cancel::default(), |_| Ok(())).unwrap();
        assert!(whole.iter().any(|entry| entry.certainty == Certainty::Opinion));
        let cancel = Cancel::default();
        let half = make_book(&request, &layers, Vec::new(), &cancel, |_| {
            cancel.cancel();
            Ok(())
        });
        let half = half.unwrap();
        assert!(!half.is_empty() && half.len() < whole.len(), "{} of {}", half.len(), whole.len());
        assert_eq!(make_book(&request, &layers, half, &Cancel::default(), |_| Ok(())).unwrap(), whole);
    }

    #[test]
    fn too_many_positions_are_refused_before_anything_is_done() {
        let start = Simplexity::<u64>::default();
        let said = positions(&start, 6, 100).unwrap_err().to_string();
        assert_eq!(said, "within 6 plies there are more than 100 positions: fewer plies, or more with --most");
    }
}
