//! A position of any game behind one pointer: what Python may ask of it, without its type.

use std::any::Any;

use ply_game::{
    BoardGame, Canvas, Outcome, PerftRow, Player, Rng, Spec, SpecError, TextError, View, perft, play_texts, playout,
    try_play,
};
use ply_games::{Visitor, visit};
use ply_search::Budget;

use crate::lanes::{AnyLanes, LaneSet};
use crate::think::{Thought, think};

/// A position of any game.
pub type AnyPosition = Box<dyn Erased>;

/// What may be asked of a position of any game. Moves are texts or indices.
pub trait Erased: Send + Sync {
    fn copy(&self) -> AnyPosition;
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Erased) -> bool;
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn scores(&self) -> Option<[i32; 2]>;
    fn ply(&self) -> Option<usize>;
    fn key(&self) -> u64;
    fn text(&self) -> String;
    fn parse(&self, text: &str) -> Result<AnyPosition, TextError>;
    fn legal_texts(&self) -> Vec<String>;
    fn legal_indices(&self) -> Vec<usize>;
    fn play_text(&self, text: &str) -> Result<AnyPosition, TextError>;
    fn play_index(&self, index: usize) -> Result<AnyPosition, TextError>;
    fn move_index(&self, text: &str) -> Result<usize, TextError>;
    fn move_text(&self, index: usize) -> Option<String>;
    fn move_slots(&self) -> usize;
    fn mask(&self, mask: &mut [bool]);
    fn observation_shape(&self) -> Vec<usize>;
    fn observe(&self, planes: &mut [f32]);
    fn images(&self) -> Vec<AnyPosition>;
    /// For each symmetry, what the index of each move becomes.
    fn move_images(&self) -> Vec<Vec<Option<usize>>>;
    fn draw(&self, unicode: bool, last: Option<&str>) -> Result<Canvas, TextError>;
    fn random_index(&self, rng: &mut Rng) -> usize;
    fn playout(&self, rng: &mut Rng) -> (Outcome, usize);
    fn perft(&self, depth: u32) -> Vec<PerftRow>;
    fn think(&self, agent: &Spec, thought: Thought, budget: &Budget) -> Result<String, String>;
    fn lanes(&self, count: usize, random_plies: usize) -> Box<dyn AnyLanes>;
}

/// Sets up a game: its full spelling and its start.
pub fn start(spec: &str) -> Result<(Spec, AnyPosition), SpecError> {
    struct Hold;
    impl Visitor for Hold {
        type Output = (Spec, AnyPosition);

        fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
            (spec, Box::new(Held(start)))
        }
    }
    visit(&spec.parse()?, None, Hold)
}

/// A position of a game whose type is known here.
struct Held<G>(G);

pub fn held<G: BoardGame>(position: G) -> AnyPosition {
    Box::new(Held(position))
}

impl<G: BoardGame> Held<G> {
    fn after(&self, mv: G::Move) -> Result<AnyPosition, TextError> {
        let mut position = self.0.clone();
        try_play(&mut position, mv)?;
        Ok(held(position))
    }

    fn move_at(&self, index: usize) -> Result<G::Move, TextError> {
        let slots = self.0.move_slots();
        let expected = || TextError::expected(format_args!("the index of a move, below {slots}"), &index.to_string());
        self.0.move_at(index).ok_or_else(expected)
    }
}

impl<G: BoardGame> Erased for Held<G> {
    fn copy(&self) -> AnyPosition {
        held(self.0.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn equals(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<G>() == Some(&self.0)
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn scores(&self) -> Option<[i32; 2]> {
        self.0.scores()
    }

    fn ply(&self) -> Option<usize> {
        self.0.ply()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn text(&self) -> String {
        self.0.position_text()
    }

    fn parse(&self, text: &str) -> Result<AnyPosition, TextError> {
        self.0.parse_position(text).map(held)
    }

    fn legal_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        self.0.legal_moves(|mv| texts.push(self.0.move_text(mv)));
        texts
    }

    fn legal_indices(&self) -> Vec<usize> {
        let mut indices = Vec::new();
        self.0.legal_moves(|mv| indices.push(self.0.move_index(mv)));
        indices
    }

    /// Several moves may be given, separated by blanks: an error then names the one at fault.
    fn play_text(&self, text: &str) -> Result<AnyPosition, TextError> {
        let mut position = self.0.clone();
        play_texts(&mut position, text)?;
        Ok(held(position))
    }

    fn play_index(&self, index: usize) -> Result<AnyPosition, TextError> {
        self.after(self.move_at(index)?).map_err(|error| error.at(format_args!("move {index}")))
    }

    fn move_index(&self, text: &str) -> Result<usize, TextError> {
        self.0.parse_move(text).map(|mv| self.0.move_index(mv))
    }

    fn move_text(&self, index: usize) -> Option<String> {
        self.0.move_at(index).map(|mv| self.0.move_text(mv))
    }

    fn move_slots(&self) -> usize {
        self.0.move_slots()
    }

    fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        self.0.legal_moves(|mv| mask[self.0.move_index(mv)] = true);
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.0.observation_shape()
    }

    fn observe(&self, planes: &mut [f32]) {
        self.0.observe(planes);
    }

    fn images(&self) -> Vec<AnyPosition> {
        (0..self.0.symmetries()).map(|symmetry| held(self.0.transformed(symmetry))).collect()
    }

    fn move_images(&self) -> Vec<Vec<Option<usize>>> {
        let image = |symmetry: usize, index: usize| {
            let mv = self.0.transformed_move(symmetry, self.0.move_at(index)?);
            Some(self.0.move_index(mv))
        };
        let images = |symmetry| (0..self.0.move_slots()).map(|index| image(symmetry, index)).collect();
        (0..self.0.symmetries()).map(images).collect()
    }

    fn draw(&self, unicode: bool, last: Option<&str>) -> Result<Canvas, TextError> {
        let last = last.map(|text| self.0.parse_move(text)).transpose()?;
        Ok(self.0.draw(View { unicode, last }))
    }

    fn random_index(&self, rng: &mut Rng) -> usize {
        self.0.move_index(self.0.random_move(rng))
    }

    fn playout(&self, rng: &mut Rng) -> (Outcome, usize) {
        playout(self.0.clone(), rng)
    }

    fn perft(&self, depth: u32) -> Vec<PerftRow> {
        perft(&self.0, depth as usize)
    }

    fn think(&self, agent: &Spec, thought: Thought, budget: &Budget) -> Result<String, String> {
        think(&self.0, agent, thought, budget)
    }

    fn lanes(&self, count: usize, random_plies: usize) -> Box<dyn AnyLanes> {
        Box::new(LaneSet::new(self.0.clone(), count, random_plies))
    }
}
