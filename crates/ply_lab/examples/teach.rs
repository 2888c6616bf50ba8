//! From games of self-play to what a network learns from: `teach OUT.safetensors GAMES.jsonl...`.
//!
//! The games are files of `plyground selfplay`. Every position in them that the game's network has something to say about
//! becomes a row of each tensor: the rows that hold, the inputs, the stage, the evaluator's opinion, the agent's chance to
//! win and the game's result. `crates/ply_lab/train/train.py` fits the weights to them. The rows are those of the game's
//! [`Taught`], which the search uses too.

use std::collections::HashMap;
use std::fs;

use anyhow::{Context as _, Result, bail, ensure};
use ply_agents::{TAUGHT, Taught, TaughtVisitor, visit_taught};
use ply_game::Player;
use rayon::prelude::*;
use safetensors::tensor::{Dtype, TensorView, serialize};
use serde::Deserialize;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, files @ ..] = arguments.as_slice() else { bail!("expected OUT.safetensors GAMES.jsonl...") };
    let texts: Vec<String> =
        files.iter().map(|file| fs::read_to_string(file).context(file.clone())).collect::<Result<_>>()?;
    let games: Vec<Played> =
        texts.iter().flat_map(|text| text.lines()).map(serde_json::from_str).collect::<Result<_, _>>()?;
    let first = games.first().context("expected at least one game")?;
    let name = first.name();
    ensure!(games.iter().all(|played| played.name() == name), "expected games of one game only");
    let taught = visit_taught(name, Writing { games: &games, out });
    taught.unwrap_or_else(|| bail!("no network is taught {name}; those that are: {}", TAUGHT.join(", ")))
}

/// Writes the examples of some games to a file.
struct Writing<'a> {
    games: &'a [Played],
    out: &'a str,
}

impl TaughtVisitor for Writing<'_> {
    type Output = Result<()>;

    fn visit<G: Taught>(self, start: G) -> Self::Output {
        write(self.games, &start, self.out)
    }
}

/// What is read of a line of self-play.
#[derive(Deserialize)]
struct Played {
    game: String,
    positions: Vec<String>,
    /// 0 for the first player.
    to_move: Vec<usize>,
    /// Chances and results of who is to move.
    values: Vec<f32>,
    results: Vec<f32>,
}

impl Played {
    /// The game's name, without its options: they may differ, as the starts of Colosseum do.
    fn name(&self) -> &str {
        self.game.split(':').next().unwrap_or_default()
    }
}

/// The bytes of one position in each tensor.
#[derive(Default)]
struct Bytes {
    rows: Vec<u16>,
    inputs: Vec<u8>,
    stage: Vec<u8>,
    opinion: Vec<u8>,
    chance: Vec<u8>,
    result: Vec<u8>,
}

impl Bytes {
    fn add<G: Taught>(&mut self, position: &G, to_move: Player, value: f32, result: f32, most_rows: usize) {
        let Some(example) = position.training_example() else { return };
        let turned = G::IS_FOR_FIRST && to_move == Player::Second;
        let chance = |of_mover: f32| if turned { 1.0 - of_mover } else { of_mover };
        let opinion = example.view.opinion as f32 / G::POINTS as f32;
        // The number behind the last row stands for none.
        let none = std::iter::repeat(G::ROWS as u16);
        self.rows.extend(example.rows.into_iter().chain(none).take(most_rows));
        self.inputs.extend(example.inputs.into_iter().flat_map(i16::to_le_bytes));
        self.stage.push(example.view.stage as u8);
        self.opinion.extend(if turned { -opinion } else { opinion }.to_le_bytes());
        self.chance.extend(chance(value).to_le_bytes());
        self.result.extend(chance(result).to_le_bytes());
    }

    fn append(mut self, other: Self) -> Self {
        self.rows.extend(other.rows);
        self.inputs.extend(other.inputs);
        self.stage.extend(other.stage);
        self.opinion.extend(other.opinion);
        self.chance.extend(other.chance);
        self.result.extend(other.result);
        self
    }
}

fn write<G: Taught>(games: &[Played], start: &G, out: &str) -> Result<()> {
    /// More rows than this hold in no position.
    const MOST_ROWS: usize = 128;
    let game = |played: &Played| -> Result<Bytes> {
        let mut bytes = Bytes::default();
        let columns = played.to_move.iter().zip(&played.values).zip(&played.results);
        for (text, ((to_move, value), result)) in played.positions.iter().zip(columns) {
            let position = start.parse_position(text)?;
            bytes.add(&position, Player::BOTH[usize::from(*to_move != 0)], *value, *result, MOST_ROWS);
        }
        Ok(bytes)
    };
    let all: Vec<Bytes> = games.par_iter().map(game).collect::<Result<_>>()?;
    let all = all.into_iter().fold(Bytes::default(), Bytes::append);
    let count = all.stage.len();
    let words = |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let (rows, mirror) = (words(&all.rows), words(&(0..G::ROWS as u16).map(G::mirrored_row).collect::<Vec<_>>()));
    let tensors = [
        ("rows", TensorView::new(Dtype::I16, vec![count, MOST_ROWS], &rows)?),
        ("inputs", TensorView::new(Dtype::I16, vec![count, G::INPUTS], &all.inputs)?),
        ("stage", TensorView::new(Dtype::U8, vec![count], &all.stage)?),
        ("opinion", TensorView::new(Dtype::F32, vec![count], &all.opinion)?),
        ("chance", TensorView::new(Dtype::F32, vec![count], &all.chance)?),
        ("result", TensorView::new(Dtype::F32, vec![count], &all.result)?),
        ("mirror", TensorView::new(Dtype::I16, vec![G::ROWS], &mirror)?),
    ];
    let shape = [("rows", G::ROWS), ("inputs", G::INPUTS), ("stages", G::STAGES), ("width", G::WIDTH), ("one", G::ONE)];
    let shape: HashMap<_, _> = shape.map(|(name, number)| (name.to_owned(), number.to_string())).into();
    println!("{count} positions of {} games", games.len());
    fs::write(out, serialize(tensors, Some(shape))?).context("the examples could not be written")
}
