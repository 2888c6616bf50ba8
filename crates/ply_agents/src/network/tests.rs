//! What holds for every game that is taught.

use ply_game::{below, rng};
use safetensors::tensor::{Dtype, TensorView, serialize};

use super::*;

/// Positions of games with random moves.
fn positions<G: Taught>(start: &G, games: u64) -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let (mut rng, mut position) = (rng(seed), start.clone());
        while position.outcome().is_none() && positions.len() < 60 * games as usize {
            positions.push(position.clone());
            position.play(position.random_move(&mut rng));
        }
    }
    positions
}

/// A file of random weights of the game's shape.
fn random_weights<G: Taught>() -> Vec<u8> {
    let mut rng = rng(7);
    let shapes = [
        ("rows", vec![G::ROWS, G::WIDTH]),
        ("inputs", vec![G::INPUTS, G::WIDTH]),
        ("start", vec![G::WIDTH]),
        ("weights", vec![G::STAGES, G::WIDTH]),
        ("biases", vec![G::STAGES]),
        ("shares", vec![G::STAGES]),
    ];
    let tensors = shapes.map(|(name, shape)| {
        let numbers = (0..shape.iter().product::<usize>()).map(|_| below(&mut rng, 801) as i16 - 400);
        (name, shape, numbers.flat_map(i16::to_le_bytes).collect::<Vec<u8>>())
    });
    let views = tensors.iter().map(|(name, shape, bytes)| {
        (*name, TensorView::new(Dtype::I16, shape.clone(), bytes).expect("the bytes are as many as the shape says"))
    });
    serialize(views, None).expect("tensors can be written")
}

/// Whether what a game shows is within its declaration.
struct Declared;

impl TaughtVisitor for Declared {
    type Output = ();

    fn visit<G: Taught>(self, start: G) {
        let examples: Vec<_> = positions(&start, 20).iter().filter_map(Taught::training_example).collect();
        assert!(examples.len() > 100, "{}", examples.len());
        for TrainingExample { rows, inputs, view } in &examples {
            assert!(rows.iter().all(|row| usize::from(*row) < G::ROWS), "{rows:?}");
            assert_eq!(inputs.len(), G::INPUTS);
            assert!(view.stage < G::STAGES, "{view:?}");
        }
        let stages = examples.iter().map(|example| example.view.stage);
        assert!(stages.clone().max() > stages.min(), "the stages are told apart");
        for row in 0..G::ROWS as u16 {
            assert_eq!(G::mirrored_row(G::mirrored_row(row)), row);
        }
    }
}

#[test]
fn every_game_shows_what_it_declares() {
    for name in TAUGHT {
        visit_taught(name, Declared).expect("it is on the list");
    }
    assert!(visit_taught("chess", Declared).is_none());
}

/// Compares what a network makes of positions with what the examples say, added up one by one.
fn agrees<G: Taught, const WIDTH: usize, const ONE: i16, const POINTS: i32>(start: &G) {
    let network = Network::<WIDTH, ONE, POINTS>::read::<G>(&random_weights::<G>()).expect("the shape is the game's");
    let mut answers = Vec::new();
    for position in positions(start, 20) {
        let Some(example) = position.training_example() else { continue };
        let slow = network.correct(&network.sums(&example), example.view.stage, example.view.opinion);
        let quick = network.answer(|sums| position.show(sums).expect("the example was made of it"));
        assert_eq!(quick, slow, "{}", position.position_text());
        answers.push(quick);
    }
    answers.sort_unstable();
    answers.dedup();
    assert!(answers.len() > 50, "{}", answers.len());
}

#[test]
fn a_network_adds_up_what_the_examples_say() {
    use ply_games::{colosseum::Small, infexion::Infexion, pentago_swap::PentagoSwap, simplexity::Simplexity};
    agrees::<Simplexity<u64>, 64, 255, 100>(&Simplexity::default());
    agrees::<PentagoSwap, 32, 255, 25>(&PentagoSwap::default());
    agrees::<Small, 16, 1024, 132>(&Small::default());
    agrees::<Infexion, 16, 1024, 500>(&Infexion::default());
}

#[test]
fn weights_of_another_shape_are_refused() {
    use ply_games::{infexion::Infexion, pentago_swap::PentagoSwap};
    type OfInfexion = Network<16, 1024, 500>;
    let said = |bytes: &[u8]| OfInfexion::read::<Infexion>(bytes).expect_err("they are no weights of Infexion");
    assert!(said(&random_weights::<PentagoSwap>()).starts_with("expected 5 numbers of 16 bits in 'biases', got [6]"));
    assert!(said(b"nothing of the kind").starts_with("no file of tensors: "));
}
