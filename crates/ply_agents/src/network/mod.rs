//! Small networks that correct an evaluator: what champions have learnt from games against themselves.
//!
//! Every *row* that holds in a position (a piece on its cell, say) adds its numbers to sums, and every *input* (a count) adds
//! its numbers as often as it counts. Cut to an interval and weighted, the sums give points, with other weights for each
//! stage of the game; a share of the evaluator's own opinion is added. Sums of rows can be kept up to date move by move;
//! where they are not, a row or an input costs one addition of `WIDTH` numbers.
//!
//! What a network sees is declared once, by its game's [`Taught`]: the search and the training read the same rows. The
//! weights are fitted by `crates/ply_lab/train/train.py`.

mod taught;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::Read as _;
use std::sync::Arc;

use ply_game::{Setting, SpecError};
use safetensors::{Dtype, SafeTensors};

use crate::entry::Request;
pub use taught::{Eyes, TAUGHT, Taught, TaughtVisitor, TrainingExample, View, visit_taught};

/// A network on trial.
pub(crate) const NETWORK: Setting<Option<String>> =
    Setting::file("network", "a network on trial, as the training writes it; off: what it comes with, if anything");

/// A file of weights is no longer than this many bytes.
const MOST_BYTES: u64 = 16 << 20;

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
    /// The network on trial that a spec asks for, if it does.
    pub(crate) fn of<G: Taught>(request: &Request) -> Result<Option<Arc<Self>>, SpecError> {
        let Some(file) = request.get(&NETWORK) else { return Ok(None) };
        let read = || {
            let mut bytes = Vec::new();
            let mut contents = fs::File::open(&file).map_err(|error| error.to_string())?.take(MOST_BYTES + 1);
            contents.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
            if bytes.len() as u64 > MOST_BYTES {
                return Err(format!("the file is longer than {MOST_BYTES} bytes"));
            }
            Self::read::<G>(&bytes)
        };
        let network = read().map_err(|error| request.refuse(format!("network={file}: {error}")))?;
        Ok(Some(Arc::new(network)))
    }

    /// The network of a file's bytes, for a game.
    pub(crate) fn read<G: Taught>(bytes: &[u8]) -> Result<Self, String> {
        const { assert!(WIDTH == G::WIDTH && ONE as usize == G::ONE && POINTS == G::POINTS) };
        let file = SafeTensors::deserialize(bytes).map_err(|error| format!("no file of tensors: {error}"))?;
        let numbers = |name: &str, count: usize| -> Result<Vec<i16>, String> {
            let tensor = file.tensor(name).map_err(|error| error.to_string())?;
            let pairs = tensor.data().as_chunks().0;
            if tensor.dtype() != Dtype::I16 || pairs.len() != count {
                let got = format!("{:?} of {:?}", tensor.shape(), tensor.dtype());
                return Err(format!("expected {count} numbers of 16 bits in '{name}', got {got}"));
            }
            Ok(pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
        };
        let rows = |name: &str, count: usize| -> Result<Vec<[i16; WIDTH]>, String> {
            Ok(numbers(name, count * WIDTH)?.as_chunks().0.to_vec())
        };
        let [biases, shares] = [numbers("biases", G::STAGES)?, numbers("shares", G::STAGES)?];
        let stages = rows("weights", G::STAGES)?.into_iter().zip(biases.into_iter().zip(shares));
        let stage = |(weights, (bias, share))| Stage { weights, bias: i32::from(bias), share: i32::from(share) };
        Ok(Self {
            stages: stages.map(stage).collect(),
            rows: rows("rows", G::ROWS)?,
            inputs: rows("inputs", G::INPUTS)?,
            start: rows("start", 1)?[0],
        })
    }

    /// The sums of an example, row by row: what every quicker way must come to.
    #[cfg(test)]
    pub(crate) fn sums(&self, example: &TrainingExample) -> [i16; WIDTH] {
        std::array::from_fn(|at| {
            let rows = example.rows.iter().map(|row| i64::from(self.rows[usize::from(*row)][at]));
            let inputs =
                example.inputs.iter().zip(&self.inputs).map(|(count, row)| i64::from(*count) * i64::from(row[at]));
            // Sums are counted modulo 65536.
            (i64::from(self.start[at]) + rows.sum::<i64>() + inputs.sum::<i64>()) as i16
        })
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

    /// The points of a position that is shown, summed up from the beginning.
    #[inline]
    pub(crate) fn answer(&self, show: impl FnOnce(&mut Sums<'_, WIDTH, ONE, POINTS>) -> View) -> i32 {
        let mut sums = Sums { network: self, sums: self.start };
        let View { stage, opinion } = show(&mut sums);
        self.correct(&sums.sums, stage, opinion)
    }
}

/// Adds up what it is shown.
pub(crate) struct Sums<'a, const WIDTH: usize, const ONE: i16, const POINTS: i32> {
    network: &'a Network<WIDTH, ONE, POINTS>,
    sums: [i16; WIDTH],
}

impl<const WIDTH: usize, const ONE: i16, const POINTS: i32> Eyes for Sums<'_, WIDTH, ONE, POINTS> {
    #[inline]
    fn row(&mut self, row: usize) {
        self.network.add(&mut self.sums, row);
    }

    #[inline]
    fn input(&mut self, input: usize, count: i16) {
        for (sum, number) in self.sums.iter_mut().zip(&self.network.inputs[input]) {
            *sum = sum.wrapping_add(number.wrapping_mul(count));
        }
    }
}
