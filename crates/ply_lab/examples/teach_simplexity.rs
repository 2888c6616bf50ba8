//! Teaches the network of Simplexity's champion: `teach_simplexity play SECONDS SEED FILE` lets the champion play against
//! itself, a line a game; `teach_simplexity learn OUT FILE...` fits the weights to these games and writes them.
//!
//! A position's target is half the search's opinion and half the game's result, as chances of the first player; the
//! opinion alone where a random move came between. The sum
//! of the evaluator's opinion, weighted by stage, and of the network's answer is the exponent of the logistic function.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use ply_agents::{TrainingExample, mind, win_chance};
use ply_game::{Game as _, Notation as _, Outcome, Player, Rng, Sampled as _, below, play_texts, rng};
use ply_games::simplexity::Simplexity;
use ply_search::{Budget, Limits, Score, Silent};
use rayon::prelude::*;
use safetensors::tensor::{Dtype, TensorView, serialize};

/// Positions searched for a move: this many, and up to as many more at random.
const NODES: u32 = 4000;
/// Random moves at the start, fewer than this; and later so many of a hundred.
const OPENING: u32 = 10;
const RANDOM: u32 = 8;

const EPOCHS: usize = 12;
const BATCH: usize = 1024;
const RATE: f32 = 0.003;
const WIDTH: usize = TrainingExample::WIDTH;
const ROWS: usize = 2 * TrainingExample::HOLES as usize;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["play", seconds, seed, file] => play(Duration::from_secs(seconds.parse()?), seed.parse()?, file),
        ["learn", out, files @ ..] if !files.is_empty() => learn(out, files),
        _ => bail!("play SECONDS SEED FILE, or learn OUT FILE..."),
    }
}

/// Plays games on all cores until the time is over.
fn play(time: Duration, seed: u64, file: &str) -> Result<()> {
    let end = Instant::now() + time;
    let halls = rayon::current_num_threads() as u64;
    let games: Vec<String> = (0..halls)
        .into_par_iter()
        .map(|hall| {
            let mut generator = rng(seed.wrapping_mul(halls) + hall);
            let mut games = String::new();
            while Instant::now() < end {
                games += &game(&mut generator)?;
            }
            Ok(games)
        })
        .collect::<Result<_>>()?;
    let games = games.concat();
    println!("{} games", games.lines().count());
    fs::write(file, games).context("the games could not be written")
}

/// One game: moves with the first player's score, a dash in the opening, a question mark where the move was random, and
/// the result. A proof ends it.
fn game(generator: &mut Rng) -> Result<String> {
    let (_, mut champion) = mind::<Simplexity<u64>>(&"champion:table=4".parse()?, 0, 1)?;
    let mut position = Simplexity::<u64>::default();
    let opening = below(generator, OPENING);
    let (mut line, mut ply) = (String::new(), 0);
    let result = loop {
        if let Some(outcome) = position.outcome() {
            break match outcome {
                Outcome::Draw => 0,
                Outcome::Win(player) => sign(player),
            };
        }
        let mut mv = position.random_move(generator);
        if ply < opening {
            write!(line, "{}:- ", position.move_text(mv))?;
        } else {
            let nodes = u64::from(NODES + below(generator, NODES));
            let budget = Budget::new(Limits::nodes(nodes));
            let report = champion.think(&position, &budget, &mut Silent).context("the champion has a move")?;
            let points = sign(position.to_move()) * report.score.points();
            if report.score.is_decided() {
                break points.signum();
            }
            let mark = if below(generator, 100) < RANDOM { "?" } else { "" };
            if mark.is_empty() {
                mv = report.best;
            }
            write!(line, "{}:{points}{mark} ", position.move_text(mv))?;
        }
        position.play(mv);
        ply += 1;
    };
    Ok(format!("{line}= {result}\n"))
}

fn sign(player: Player) -> i32 {
    1 - 2 * player.index() as i32
}

/// A position and what the network should say about it.
struct Sample {
    rows: Vec<u16>,
    stage: usize,
    /// The evaluator's opinion in units of the exponent, and the target, both for the first player.
    opinion: f32,
    target: f32,
}

fn samples(file: &str) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for line in fs::read_to_string(file).with_context(|| file.to_owned())?.lines() {
        let (moves, result) = line.split_once("= ").context("a game ends with its result")?;
        let result = (result.parse::<f32>()? + 1.0) / 2.0;
        let mut position = Simplexity::<u64>::default();
        let tokens: Vec<&str> = moves.split_whitespace().collect();
        let last_random = tokens.iter().rposition(|token| token.ends_with('?'));
        for (ply, token) in tokens.into_iter().enumerate() {
            let (mv, points) = token.trim_end_matches('?').split_once(':').context("a move has a score")?;
            if let (Ok(points), Some(lesson)) = (points.parse(), TrainingExample::new(&position)) {
                let chance = win_chance::<Simplexity<u64>>("champion", Score::opinion(points), Player::First) as f32;
                let opinion = (sign(position.to_move()) * lesson.opinion) as f32 / 100.0;
                let own = last_random.is_none_or(|last| ply > last);
                let target = if own { f32::midpoint(chance, result) } else { chance };
                samples.push(Sample { rows: lesson.rows, stage: lesson.stage, opinion, target });
            }
            play_texts(&mut position, mv)?;
        }
    }
    Ok(samples)
}

/// Numbers that are learnt, with the state of the optimiser.
// CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
struct Learnt {
    values: Vec<f32>,
    slopes: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    bound: f32,
}

impl Learnt {
    fn new(values: Vec<f32>, bound: f32) -> Self {
        let zeros = || vec![0.0; values.len()];
        Self { slopes: zeros(), mean: zeros(), square: zeros(), values, bound }
    }

    fn step(&mut self, rate: f32) {
        for at in 0..self.values.len() {
            let slope = std::mem::take(&mut self.slopes[at]);
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * slope;
            self.square[at] = 0.999 * self.square[at] + 0.001 * slope * slope;
            let step = rate * self.mean[at] / (self.square[at].sqrt() + 1e-8);
            self.values[at] = (self.values[at] - step).clamp(-self.bound, self.bound);
        }
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.values[number * WIDTH..][..WIDTH]
    }

    /// As whole numbers, `one` standing for 1.
    fn bytes(&self, one: f32) -> Vec<u8> {
        self.values.iter().flat_map(|value| ((value * one).round() as i16).to_le_bytes()).collect()
    }
}

struct Network {
    rows: Learnt,
    start: Learnt,
    weights: Learnt,
    biases: Learnt,
    shares: Learnt,
}

impl Network {
    fn new(generator: &mut Rng) -> Self {
        let mut random = |count: usize, size: f32| -> Vec<f32> {
            (0..count).map(|_| (below(generator, 2001) as f32 / 1000.0 - 1.0) * size).collect()
        };
        Self {
            rows: Learnt::new(random(ROWS * WIDTH, 0.15), 1.98),
            start: Learnt::new(vec![0.1; WIDTH], 8.0),
            weights: Learnt::new(random(TrainingExample::STAGES * WIDTH, 0.2), 15.0),
            biases: Learnt::new(vec![0.0; TrainingExample::STAGES], 15.0),
            shares: Learnt::new(vec![1.0; TrainingExample::STAGES], 4.0),
        }
    }

    /// The sums and the first player's chance.
    fn answer(&self, sample: &Sample, row: impl Fn(u16) -> usize) -> ([f32; WIDTH], f32) {
        let mut sums: [f32; WIDTH] = std::array::from_fn(|at| self.start.values[at]);
        for number in &sample.rows {
            sums.iter_mut().zip(self.rows.row(row(*number))).for_each(|(sum, value)| *sum += value);
        }
        let products =
            sums.iter().zip(self.weights.row(sample.stage)).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight);
        let exponent = products.sum::<f32>()
            + self.biases.values[sample.stage]
            + self.shares.values[sample.stage] * sample.opinion;
        (sums, 1.0 / (1.0 + (-exponent).exp()))
    }

    /// Adds the slopes of one sample, mirrored or not.
    fn learn(&mut self, sample: &Sample, mirrored: bool, part: f32) {
        let row = |number: u16| usize::from(if mirrored { TrainingExample::mirrored(number) } else { number });
        let (sums, chance) = self.answer(sample, row);
        let slope = (chance - sample.target) * part;
        self.biases.slopes[sample.stage] += slope;
        self.shares.slopes[sample.stage] += slope * sample.opinion;
        let first = sample.stage * WIDTH;
        let below: [f32; WIDTH] = std::array::from_fn(|at| {
            self.weights.slopes[first + at] += slope * sums[at].clamp(0.0, 1.0);
            if sums[at] > 0.0 && sums[at] < 1.0 { slope * self.weights.values[first + at] } else { 0.0 }
        });
        self.start.slopes.iter_mut().zip(&below).for_each(|(sum, slope)| *sum += slope);
        for number in &sample.rows {
            let slopes = &mut self.rows.slopes[row(*number) * WIDTH..][..WIDTH];
            slopes.iter_mut().zip(&below).for_each(|(sum, slope)| *sum += slope);
        }
    }

    fn step(&mut self, rate: f32) {
        for learnt in [&mut self.rows, &mut self.start, &mut self.weights, &mut self.biases, &mut self.shares] {
            learnt.step(rate);
        }
    }

    /// The mean cross entropy.
    fn loss(&self, samples: &[Sample]) -> f32 {
        let each = |sample: &Sample| {
            let chance = self.answer(sample, usize::from).1.clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln())
        };
        samples.iter().map(each).sum::<f32>() / samples.len() as f32
    }

    fn write(&self, out: &str) -> Result<()> {
        let rows = self.rows.bytes(255.0);
        let (pieces, holes) = rows.split_at(rows.len() / 2);
        let (start, weights) = (self.start.bytes(255.0), self.weights.bytes(1024.0));
        let (biases, shares) = (self.biases.bytes(256.0), self.shares.bytes(256.0));
        let tensor = |shape: &[usize], data| TensorView::new(Dtype::I16, shape.to_vec(), data);
        let tensors = [
            ("pieces", tensor(&[49, 4, WIDTH], pieces)?),
            ("holes", tensor(&[49, 4, WIDTH], holes)?),
            ("start", tensor(&[WIDTH], &start)?),
            ("weights", tensor(&[TrainingExample::STAGES, WIDTH], &weights)?),
            ("biases", tensor(&[TrainingExample::STAGES], &biases)?),
            ("shares", tensor(&[TrainingExample::STAGES], &shares)?),
        ];
        fs::write(out, serialize(tensors, None)?).context("the weights could not be written")
    }
}

fn learn(out: &str, files: &[&str]) -> Result<()> {
    let samples: Vec<Vec<Sample>> = files.par_iter().map(|file| samples(file)).collect::<Result<_>>()?;
    let mut samples: Vec<Sample> = samples.into_iter().flatten().collect();
    // Games follow each other, so the last part holds games that were not learnt.
    let test = samples.split_off(samples.len() * 95 / 100);
    println!("{} positions to learn, {} to test", samples.len(), test.len());
    let mut generator = rng(1);
    let mut network = Network::new(&mut generator);
    for epoch in 0..EPOCHS {
        for at in (1..samples.len()).rev() {
            samples.swap(at, below(&mut generator, at as u32 + 1) as usize);
        }
        for batch in samples.chunks(BATCH) {
            for sample in batch {
                network.learn(sample, below(&mut generator, 2) == 1, 1.0 / batch.len() as f32);
            }
            network.step(RATE * (1.0 - epoch as f32 / EPOCHS as f32));
        }
        println!("epoch {}: loss {:.4}, in the test {:.4}", epoch + 1, network.loss(&samples), network.loss(&test));
    }
    network.write(out)
}
