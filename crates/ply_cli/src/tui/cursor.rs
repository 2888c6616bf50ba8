//! A cursor that walks over the places where a move can be made, and then through the moves of one place.

use ply_game::BoardGame;

/// Where an arrow key points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    Up,
    Down,
    Left,
    Right,
}

/// A place on the drawing and the moves that are made there.
struct Place<M> {
    spot: (usize, usize),
    moves: Vec<M>,
}

/// The cursor.
pub struct Cursor<M> {
    places: Vec<Place<M>>,
    at: usize,
    /// Which move of the place is looked at, once the place was chosen.
    choice: Option<usize>,
}

impl<M: Copy> Cursor<M> {
    /// A cursor over the legal moves, as near as can be to where it was before.
    pub fn new<G: BoardGame<Move = M>>(position: &G, before: Option<(usize, usize)>) -> Self {
        let mut places: Vec<Place<M>> = Vec::new();
        for mv in position.move_list() {
            let Some(spot) = position.spot(mv) else { continue };
            match places.iter_mut().find(|place| place.spot == spot) {
                Some(place) => place.moves.push(mv),
                None => places.push(Place { spot, moves: vec![mv] }),
            }
        }
        places.sort_by_key(|place| place.spot);
        let middle = places.get(places.len() / 2).map(|place| place.spot);
        let mut cursor = Self { places, at: 0, choice: None };
        if let Some(spot) = before.or(middle) {
            cursor.at = cursor.nearest(spot, |_| true).unwrap_or(0);
        }
        cursor
    }

    /// Where it is on the drawing.
    pub fn spot(&self) -> Option<(usize, usize)> {
        self.places.get(self.at).map(|place| place.spot)
    }

    /// The moves of the chosen place and which of them is looked at; `None` while no place is chosen.
    pub fn choices(&self) -> Option<(&[M], usize)> {
        let choice = self.choice?;
        Some((&self.places.get(self.at)?.moves, choice))
    }

    /// Walks to the next place in a direction, or through the moves of the chosen place.
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
        // Straight ahead counts for more than aside; a line of text is about twice as high as a letter is wide.
        let cost = |&(y, x): &(usize, usize)| {
            let (down, across) = (2 * y.abs_diff(row), x.abs_diff(column));
            match heading {
                Heading::Up | Heading::Down => down + 3 * across,
                Heading::Left | Heading::Right => across + 3 * down,
            }
        };
        let ahead = self.places.iter().enumerate().filter(|(_, place)| lies_there(&place.spot));
        if let Some((index, _)) = ahead.min_by_key(|(_, place)| cost(&place.spot)) {
            self.at = index;
        }
    }

    /// The next or the previous move of the chosen place.
    pub fn turn(&mut self, forward: bool) {
        let Some((moves, at)) = self.choices() else { return };
        let step = if forward { 1 } else { moves.len() - 1 };
        self.choice = Some((at + step) % moves.len());
    }

    /// Chooses the place, or the move once the place is chosen. Gives the move when it is clear.
    pub fn choose(&mut self) -> Option<M> {
        let moves = &self.places.get(self.at)?.moves;
        match self.choice {
            Some(choice) => moves.get(choice).copied(),
            None if moves.len() == 1 => moves.first().copied(),
            None => {
                self.choice = Some(0);
                None
            }
        }
    }

    /// Lets the chosen place go; whether there was one.
    pub fn step_back(&mut self) -> bool {
        self.choice.take().is_some()
    }

    fn nearest(&self, (row, column): (usize, usize), fits: impl Fn(&Place<M>) -> bool) -> Option<usize> {
        let distance = |place: &Place<M>| 2 * place.spot.0.abs_diff(row) + place.spot.1.abs_diff(column);
        let places = self.places.iter().enumerate().filter(|(_, place)| fits(place));
        places.min_by_key(|(_, place)| distance(place)).map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use ply_game::{Game as _, Notation as _};
    use ply_games::dots_and_boxes::DotsAndBoxes;
    use ply_games::pentago_swap::PentagoSwap;

    use super::*;

    #[test]
    fn arrows_reach_every_place_of_a_board() {
        let game = DotsAndBoxes::<u64>::new(3, 3);
        let mut seen = std::collections::BTreeSet::new();
        let mut cursor = Cursor::new(&game, Some((0, 0)));
        for _ in 0..40 {
            for _ in 0..20 {
                seen.extend(cursor.spot());
                cursor.go(Heading::Right);
            }
            for _ in 0..20 {
                cursor.go(Heading::Left);
                seen.extend(cursor.spot());
            }
            cursor.go(Heading::Down);
        }
        assert_eq!(seen.len(), game.move_list().len());
    }

    #[test]
    fn a_place_with_several_moves_is_chosen_in_two_steps() {
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
