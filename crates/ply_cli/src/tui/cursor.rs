//! A cursor that walks over the spots where a move can be made, and then through the moves of one spot.

use ply_game::BoardGame;

/// Where an arrow key points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    Up,
    Down,
    Left,
    Right,
}

/// A spot on the drawing and the moves that are made there.
struct Spot<M> {
    at: (usize, usize),
    moves: Vec<M>,
}

/// The cursor.
pub struct Cursor<M> {
    spots: Vec<Spot<M>>,
    at: usize,
    /// Which move of the spot is looked at, once the spot was chosen.
    choice: Option<usize>,
}

impl<M: Copy> Cursor<M> {
    /// A cursor over the legal moves, as near as can be to where it was before.
    pub fn new<G: BoardGame<Move = M>>(position: &G, before: Option<(usize, usize)>) -> Self {
        let mut spots: Vec<Spot<M>> = Vec::new();
        for mv in position.move_list() {
            let Some(at) = position.spot(mv) else { continue };
            match spots.iter_mut().find(|spot| spot.at == at) {
                Some(spot) => spot.moves.push(mv),
                None => spots.push(Spot { at, moves: vec![mv] }),
            }
        }
        spots.sort_by_key(|spot| spot.at);
        let wanted = before.unwrap_or_else(|| middle(spots.iter().map(|spot| spot.at)));
        let distance = |spot: &Spot<M>| 2 * spot.at.0.abs_diff(wanted.0) + spot.at.1.abs_diff(wanted.1);
        let at = (0..spots.len()).min_by_key(|&index| distance(&spots[index])).unwrap_or(0);
        Self { spots, at, choice: None }
    }

    /// Where it is on the drawing.
    pub fn spot(&self) -> Option<(usize, usize)> {
        self.spots.get(self.at).map(|spot| spot.at)
    }

    /// The moves of the chosen spot and which of them is looked at; `None` while no spot is chosen.
    pub fn choices(&self) -> Option<(&[M], usize)> {
        let choice = self.choice?;
        Some((&self.spots.get(self.at)?.moves, choice))
    }

    /// Walks to the next spot in a direction, or through the moves of the chosen spot.
    pub fn go(&mut self, heading: Heading) {
        if self.choice.is_some() {
            return self.turn(matches!(heading, Heading::Down | Heading::Right));
        }
        let Some((row, column)) = self.spot() else { return };
        let lies_there = |&(y, x): &(usize, usize)| match heading {
            Heading::Up => y < row,
            Heading::Down => y > row,
            Heading::Left => x < column,
            Heading::Right => x > column,
        };
        // Up and down prefer the next row of squares but go straight on hexagons; left and right stay in a row of squares
        // and turn to the neighbour on hexagons. So every spot of either board is reached.
        let cost = |&(y, x): &(usize, usize)| {
            let (down, across) = (y.abs_diff(row), x.abs_diff(column));
            match heading {
                Heading::Up | Heading::Down => 8 * down + 3 * across,
                Heading::Left | Heading::Right => 2 * across + 5 * down,
            }
        };
        let ahead = self.spots.iter().enumerate().filter(|(_, spot)| lies_there(&spot.at));
        if let Some((index, _)) = ahead.min_by_key(|(_, spot)| cost(&spot.at)) {
            self.at = index;
        }
    }

    /// The next or the previous move of the chosen spot; while none is chosen, the next or the previous spot.
    pub fn turn(&mut self, forward: bool) {
        let next = |at: usize, count: usize| if forward { (at + 1) % count } else { (at + count - 1) % count };
        match self.choices() {
            Some((moves, at)) => self.choice = Some(next(at, moves.len())),
            None if self.spots.is_empty() => {}
            None => self.at = next(self.at, self.spots.len()),
        }
    }

    /// Chooses the spot, or the move once the spot is chosen. Gives the move when it is clear.
    pub fn choose(&mut self) -> Option<M> {
        let moves = &self.spots.get(self.at)?.moves;
        match self.choice {
            Some(choice) => moves.get(choice).copied(),
            None if moves.len() == 1 => moves.first().copied(),
            None => {
                self.choice = Some(0);
                None
            }
        }
    }

    /// Lets the chosen spot go; whether there was one.
    pub fn step_back(&mut self) -> bool {
        self.choice.take().is_some()
    }
}

/// The middle of all spots.
fn middle(spots: impl Iterator<Item = (usize, usize)> + Clone) -> (usize, usize) {
    let between = |values: &dyn Fn((usize, usize)) -> usize| {
        let (least, most) = (spots.clone().map(values).min(), spots.clone().map(values).max());
        (least.unwrap_or(0) + most.unwrap_or(0)) / 2
    };
    (between(&|spot| spot.0), between(&|spot| spot.1))
}

#[cfg(test)]
mod tests {
    use ply_game::Notation as _;
    use std::collections::BTreeSet;

    use ply_games::colosseum::Small;
    use ply_games::dots_and_boxes::DotsAndBoxes;
    use ply_games::infexion::Infexion;
    use ply_games::pentago_swap::PentagoSwap;

    use super::*;

    #[test]
    fn arrows_reach_every_spot_of_a_board() {
        fn reached<G: BoardGame>(game: &G) -> usize {
            let mut cursor = Cursor::new(game, None);
            let mut seen = BTreeSet::from([cursor.at]);
            let mut to_do = vec![cursor.at];
            while let Some(from) = to_do.pop() {
                for heading in [Heading::Up, Heading::Down, Heading::Left, Heading::Right] {
                    cursor.at = from;
                    cursor.go(heading);
                    if seen.insert(cursor.at) {
                        to_do.push(cursor.at);
                    }
                }
            }
            assert_eq!(seen.len(), cursor.spots.len());
            seen.len()
        }
        assert_eq!(reached(&DotsAndBoxes::<u64>::new(3, 3)), 24);
        assert_eq!(reached(&PentagoSwap::default()), 36);
        assert_eq!(reached(&Infexion::default()), 49);
        reached(&Small::default());
    }

    #[test]
    fn a_spot_with_several_moves_is_chosen_in_two_steps() {
        let game = PentagoSwap::default();
        let mut cursor = Cursor::new(&game, Some((0, 0)));
        assert_eq!(cursor.choose(), None);
        assert_eq!(cursor.choices().unwrap().0.len(), 6);
        cursor.go(Heading::Right);
        cursor.turn(false);
        cursor.turn(false);
        let mv = cursor.choose().unwrap();
        assert_eq!(game.move_text(mv), "0,0,BL-BR");
        assert!(cursor.step_back() && !cursor.step_back());
    }
}
