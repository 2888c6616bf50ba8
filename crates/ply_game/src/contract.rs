//! The contract test every game runs: what the traits promise, tried on random games.
//!
//! ```
//! use ply_game::{TreeGame, contract};
//! let tree: TreeGame = "1[2[+ -] 1[= +]]".parse().unwrap();
//! contract::check(&tree, 1, 10);
//! ```

use std::collections::HashSet;
use std::ops::Range;

use crate::{BoardGame, Notation, Outcome, Ranking, Rng, View, below, rng, try_play};

/// Plays `games` random games from `start` and checks every position on the way.
///
/// # Panics
/// When the game breaks a promise; the message says which, and in which position.
pub fn check<G: BoardGame>(start: &G, seed: u64, games: usize) {
    let mut rng = rng(seed);
    let ranking = start.ranking();
    let layers = ranking.as_ref().map(|ranking| ranking.layers()).unwrap_or_default();
    all_numbers_are_in_layers(ranking.as_ref().map_or(0, |ranking| ranking.size()), &layers);
    for _ in 0..games {
        let mut position = start.clone();
        loop {
            check_position(&position, &mut rng);
            if position.outcome().is_some() {
                break;
            }
            if let Some(ranking) = &ranking {
                numbers_grow_and_lead_back(&position, &**ranking, &layers);
            }
            let mv = position.random_move(&mut rng);
            position.play(mv);
        }
    }
    random_moves_reach_every_move(start, &mut rng);
}

fn check_position<G: BoardGame>(position: &G, rng: &mut Rng) {
    let here = position.position_text();
    let moves = position.move_list();
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{here}: moves are empty if and only if it is over");
    assert_eq!(moves, position.move_list(), "{here}: the order of moves is fixed");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{here}: a move is listed twice");
    text_round_trips(position, &moves, rng);
    only_listed_moves_are_accepted(position, &moves);
    if !moves.is_empty() {
        let mv = position.random_move(rng);
        assert!(moves.contains(&mv), "{here}: the random move {mv:?} is not listed");
    }
    if let (Some(Outcome::Win(player)), Some(scores)) = (position.outcome(), position.scores()) {
        assert!(scores[player.index()] > scores[player.other().index()], "{here}: the winner has the higher score");
    }
    every_number_of_an_observation_is_written(position);
    symmetry_laws(position, &moves, rng);
    spots_are_on_the_drawing(position, &moves);
}

fn all_numbers_are_in_layers(size: u64, layers: &[Vec<Range<u64>>]) {
    let mut blocks: Vec<Range<u64>> = layers.iter().flatten().cloned().collect();
    blocks.sort_by_key(|block| block.start);
    let end = blocks.iter().fold(0, |next, block| {
        assert_eq!(block.start, next, "the blocks of a numbering follow each other");
        block.end
    });
    assert_eq!(end, size, "the blocks of a numbering have all its numbers");
}

/// The number of a position, or one too large for any where the game is over.
fn number<G: BoardGame>(position: &G, ranking: &dyn Ranking<G>) -> u64 {
    if position.outcome().is_none() { ranking.rank(position) } else { ranking.size() }
}

/// The numbers that the moves of a position lead to, in order: the same for all that share its number.
fn children<G: BoardGame>(position: &G, ranking: &dyn Ranking<G>) -> Vec<u64> {
    let mut numbers: Vec<u64> =
        position.move_list().into_iter().map(|mv| number(&position.after(mv), ranking)).collect();
    numbers.sort_unstable();
    numbers
}

fn numbers_grow_and_lead_back<G: BoardGame>(position: &G, ranking: &dyn Ranking<G>, layers: &[Vec<Range<u64>>]) {
    let here = position.position_text();
    let rank = ranking.rank(position);
    assert!(rank < ranking.size(), "{here}: number {rank} of {}", ranking.size());
    let back = ranking.unrank(rank).unwrap_or_else(|| panic!("{here}: number {rank} is no position"));
    assert_eq!(ranking.rank(&back), rank, "{here}: number {rank} leads to {}", back.position_text());
    assert_eq!(children(&back, ranking), children(position, ranking), "{here}: number {rank} leads to another game");
    let (own, its) = (ranking.stakes(position), ranking.stakes(&back));
    assert_eq!((own.most, own.step), (its.most, its.step), "{here}: the stakes of number {rank}");
    let block = |rank: u64| {
        let blocks = layers.iter().zip(0..).flat_map(|(layer, number)| layer.iter().map(move |block| (number, block)));
        blocks.into_iter().find(|(_, block)| block.contains(&rank)).expect("every number is in a block")
    };
    let (layer, own_block) = block(rank);
    for mv in position.move_list() {
        let (after, text) = (number(&position.after(mv), ranking), position.move_text(mv));
        assert!(after > rank, "{here}: {text} leads from number {rank} to {after}");
        let is_met = after == ranking.size() || own_block.contains(&after) || block(after).0 < layer;
        assert!(is_met, "{here}: {text} leads from number {rank} to {after}, which may be filled at the same time");
    }
}

fn every_number_of_an_observation_is_written<G: BoardGame>(position: &G) {
    let here = position.position_text();
    let shape = position.observation_shape();
    let mut planes = vec![f32::NAN; shape.iter().product()];
    position.observe(&mut planes);
    assert!(planes.iter().all(|number| (0.0..=1.0).contains(number)), "{here}: observations are from 0 to 1");
    let first = f32::from(position.to_move() == crate::Player::First);
    let plane: usize = shape[1..].iter().product();
    let last = &planes[planes.len() - plane..];
    assert!(last.iter().all(|&number| number == first), "{here}: the last plane of an observation tells who moves");
}

fn spots_are_on_the_drawing<G: BoardGame>(position: &G, moves: &[G::Move]) {
    let canvas = position.draw(View { unicode: true, last: None });
    for &mv in moves {
        if let Some((row, column)) = position.spot(mv) {
            let text = position.move_text(mv);
            assert!(row < canvas.rows().len(), "{}: the spot of {text} is below the drawing", position.position_text());
            assert!(column < 1000, "{}: the spot of {text} is far to the right", position.position_text());
        }
    }
}

fn text_round_trips<G: BoardGame>(position: &G, moves: &[G::Move], rng: &mut Rng) {
    let here = position.position_text();
    assert!(!here.contains(['\n', '\t']) && !here.contains("  "), "{here}: one line, single spaces");
    let rebuilt = position.parse_position(&here).unwrap_or_else(|error| panic!("{here}: {error}"));
    assert_eq!(&rebuilt, position, "{here}: read back as another position");
    assert_eq!(rebuilt.key(), position.key(), "{here}: the key of the rebuilt position");
    assert_eq!(rebuilt.move_list(), moves, "{here}: the moves of the rebuilt position");
    assert_eq!(rebuilt.outcome(), position.outcome(), "{here}: the outcome of the rebuilt position");
    for &mv in moves {
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{here}: move {text} read back");
        assert!(!text.contains(char::is_whitespace), "{here}: move '{text}' has a space");
    }
    for _ in 0..4 {
        nonsense_is_refused_or_means_something(position, &spoiled(&here, rng));
        if !moves.is_empty() {
            let text = position.move_text(moves[below(rng, moves.len() as u32) as usize]);
            if let Ok(mv) = position.parse_move(&spoiled(&text, rng)) {
                let _ = try_play(&mut position.clone(), mv);
            }
        }
    }
}

/// Whatever is read as a position must be one: its own text, and playable.
fn nonsense_is_refused_or_means_something<G: Notation>(position: &G, text: &str) {
    if let Ok(read) = position.parse_position(text) {
        let said = read.position_text();
        assert_eq!(read.parse_position(&said).as_ref(), Ok(&read), "'{text}' was read, but as '{said}'");
        assert_eq!(read.move_list().is_empty(), read.outcome().is_some(), "'{text}': moves are empty iff it is over");
    }
}

/// A text with one small thing wrong.
fn spoiled(text: &str, rng: &mut Rng) -> String {
    const INTRUDERS: [char; 12] = ['0', '1', '9', '-', ',', ' ', 'x', '.', '/', '+', 'é', '\0'];
    let mut characters: Vec<char> = text.chars().collect();
    let at = below(rng, characters.len() as u32 + 1) as usize;
    let intruder = INTRUDERS[below(rng, INTRUDERS.len() as u32) as usize];
    match below(rng, 4) {
        0 => characters.truncate(at),
        1 if at < characters.len() => drop(characters.remove(at)),
        2 if at < characters.len() => characters[at] = intruder,
        _ => characters.insert(at, intruder),
    }
    characters.into_iter().collect()
}

fn only_listed_moves_are_accepted<G: BoardGame>(position: &G, moves: &[G::Move]) {
    let here = position.position_text();
    let legal: HashSet<G::Move> = moves.iter().copied().collect();
    let mut accepted = 0;
    for index in 0..position.move_slots() {
        let Some(mv) = position.move_at(index) else { continue };
        assert_eq!(position.move_index(mv), index, "{here}: the index of {mv:?}");
        let played = try_play(&mut position.clone(), mv).is_ok();
        assert_eq!(played, legal.contains(&mv), "{here}: try_play({mv:?}) and the list of moves");
        accepted += usize::from(played);
    }
    assert_eq!(accepted, moves.len(), "{here}: every move has an index");
}

fn symmetry_laws<G: BoardGame>(position: &G, moves: &[G::Move], rng: &mut Rng) {
    let here = position.position_text();
    assert_eq!(&position.transformed(0), position, "{here}: symmetry 0 is the identity");
    let count = position.symmetries();
    let tries: Vec<usize> =
        if count <= 12 { (1..count).collect() } else { (0..8).map(|_| below(rng, count as u32) as usize).collect() };
    for symmetry in tries {
        let image = position.transformed(symmetry);
        assert_eq!(image.outcome(), position.outcome(), "{here}: outcome under symmetry {symmetry}");
        assert_eq!(image.scores(), position.scores(), "{here}: scores under symmetry {symmetry}");
        if !moves.is_empty() {
            assert_eq!(image.to_move(), position.to_move(), "{here}: mover under symmetry {symmetry}");
        }
        let mapped: HashSet<G::Move> = moves.iter().map(|&mv| position.transformed_move(symmetry, mv)).collect();
        assert_eq!(mapped, image.move_list().into_iter().collect(), "{here}: moves under symmetry {symmetry}");
        for &mv in moves.iter().take(if moves.len() > 40 { 12 } else { 40 }) {
            assert_eq!(
                position.after(mv).transformed(symmetry),
                image.after(position.transformed_move(symmetry, mv)),
                "{here}: playing {mv:?} commutes with symmetry {symmetry}"
            );
        }
        assert_eq!(
            image.canonical().0.key(),
            position.canonical().0.key(),
            "{here}: canonical under symmetry {symmetry}"
        );
    }
}

fn random_moves_reach_every_move<G: BoardGame>(start: &G, rng: &mut Rng) {
    let moves = start.move_list();
    if moves.is_empty() {
        return;
    }
    const EACH: usize = 200;
    let mut seen = vec![0usize; start.move_slots()];
    for _ in 0..EACH * moves.len() {
        seen[start.move_index(start.random_move(rng))] += 1;
    }
    for &mv in &moves {
        let times = seen[start.move_index(mv)];
        assert!(
            (EACH / 2..EACH * 2).contains(&times),
            "random moves are uneven: {mv:?} came {times} times, not about {EACH}"
        );
    }
}
