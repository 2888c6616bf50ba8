//! Small networks that correct an evaluator: what champions have learnt from games against themselves.
//!
//! Every *row* that holds in a position (a piece on its cell, say) adds its numbers to sums, and every *input* (a count) adds
//! its numbers as often as it counts. Cut to an interval and weighted, the sums give points, with other weights for each
//! stage of the game; a share of the evaluator's own opinion is added. Sums of rows can be kept up to date move by move.
//!
//! What a network sees is declared once, by its game's [`Taught`]: the search and the training read the same rows. The
//! weights are fitted by `crates/ply_lab/train/train.py`.

use ply_game::BoardGame;
use safetensors::SafeTensors;

/// What stands for 1 in the weights of the sums, and in the other numbers of a stage.
const WEIGHT_ONE: i32 = 1024;
const STAGE_ONE: i32 = 256;

/// One stage of the game.
#[derive(Debug)]
struct Stage<const WIDTH: usize> {
    weights: [i16; WIDTH],
    bias: i32,
    /// How much of the evaluator's own opinion remains.
    share: i32,
}

/// The weights: `WIDTH` sums, cut where `ONE` stands for 1; an answer of 1 is worth `POINTS`.
#[derive(Debug)]
pub(crate) struct Network<const WIDTH: usize, const ONE: i16, const POINTS: i32> {
    rows: Vec<[i16; WIDTH]>,
    inputs: Vec<[i16; WIDTH]>,
    /// The sums of a position in which no row holds.
    pub(crate) start: [i16; WIDTH],
    stages: Vec<Stage<WIDTH>>,
}

impl<const WIDTH: usize, const ONE: i16, const POINTS: i32> PartialEq for Network<WIDTH, ONE, POINTS> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl<const WIDTH: usize, const ONE: i16, const POINTS: i32> Network<WIDTH, ONE, POINTS> {
    /// The network of a file's bytes, for a game.
    ///
    /// # Panics
    /// If it was made for another.
    pub(crate) fn read<G: Taught>(bytes: &[u8]) -> Self {
        let file = SafeTensors::deserialize(bytes).expect("the weights are a file of tensors");
        let numbers = |name: &str| -> Vec<i16> {
            let tensor = file.tensor(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            tensor.data().chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let rows = |name: &str| -> Vec<[i16; WIDTH]> { numbers(name).as_chunks().0.to_vec() };
        let [biases, shares] = ["biases", "shares"].map(numbers);
        let stages = rows("weights").into_iter().zip(biases.into_iter().zip(shares));
        let stage = |(weights, (bias, share))| Stage { weights, bias: i32::from(bias), share: i32::from(share) };
        let stages: Vec<_> = stages.map(stage).collect();
        let network = Self { rows: rows("rows"), inputs: rows("inputs"), start: rows("start")[0], stages };
        let shape = [network.rows.len(), network.inputs.len(), network.stages.len(), WIDTH, ONE as usize];
        assert_eq!(shape, [G::ROWS, G::INPUTS, G::STAGES, G::WIDTH, G::ONE], "the weights have the game's shape");
        network
    }

    /// The sums of an example, from the beginning: what a position that keeps them must come to.
    #[cfg(test)]
    pub(crate) fn sums(&self, example: &TrainingExample) -> [i16; WIDTH] {
        let mut sums = self.start;
        example.rows.iter().for_each(|row| self.add(&mut sums, usize::from(*row)));
        for (count, row) in example.inputs.iter().zip(&self.inputs) {
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum = sum.wrapping_add(number.wrapping_mul(*count)));
        }
        sums
    }

    /// A row holds now.
    #[inline]
    pub(crate) fn add(&self, sums: &mut [i16; WIDTH], row: usize) {
        for (sum, number) in sums.iter_mut().zip(&self.rows[row]) {
            *sum = sum.wrapping_add(*number);
        }
    }

    /// A row holds no longer.
    #[inline]
    pub(crate) fn remove(&self, sums: &mut [i16; WIDTH], row: usize) {
        for (sum, number) in sums.iter_mut().zip(&self.rows[row]) {
            *sum = sum.wrapping_sub(*number);
        }
    }

    /// The points that sums are worth in a stage; `opinion` is what the evaluator thinks, for the same player.
    #[inline]
    pub(crate) fn correct(&self, sums: &[i16; WIDTH], stage: usize, opinion: i32) -> i32 {
        let stage = &self.stages[stage];
        let product = |(sum, weight): (&i16, &i16)| i32::from((*sum).clamp(0, ONE)) * i32::from(*weight);
        let sum: i32 = sums.iter().zip(&stage.weights).map(product).sum();
        let learnt = sum / (ONE as i32 * WEIGHT_ONE / POINTS) + stage.bias * POINTS / STAGE_ONE;
        learnt + opinion * stage.share / STAGE_ONE
    }
}

/// A position as its game's network sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingExample {
    /// The rows that hold.
    pub rows: Vec<u16>,
    /// The counts.
    pub inputs: Vec<i16>,
    /// The stage of the game.
    pub stage: usize,
    /// What the evaluator alone thinks, in points for the player to move.
    pub opinion: i32,
}

/// A game whose champion has a network: its shape, and what it sees of a position.
pub trait Taught: BoardGame {
    /// How many rows there are.
    const ROWS: usize;
    /// How many inputs.
    const INPUTS: usize;
    /// How many stages.
    const STAGES: usize;
    /// How many numbers are in a row.
    const WIDTH: usize;
    /// What stands for 1 in a row.
    const ONE: usize;
    /// The points that an answer of 1 is worth.
    const POINTS: i32;
    /// Rows tell the players apart by their numbers, not by who is to move: then answers are for the first player.
    const IS_FOR_FIRST: bool;

    /// What the network sees of a position; `None` where the search sees the result by itself, or the network is for
    /// another board.
    fn training_example(&self) -> Option<TrainingExample>;

    /// The row that holds in the mirror image instead.
    fn mirrored_row(row: u16) -> u16 {
        row
    }
}
