//! What holds for every game of the list, at its standard size: a new line in `games!` is tested here by itself.

use ply_game::{BoardGame, Spec, View, contract, rng};
use ply_games::{Visitor, families, visit};

fn spec(name: &str) -> Spec {
    name.parse().unwrap()
}

struct Contract;

impl Visitor for Contract {
    type Output = ();

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) {
        contract::check(&start, 2, 2);
    }
}

#[test]
fn every_game_keeps_the_contract() {
    for family in families() {
        visit(&spec(family.name), None, Contract).unwrap();
    }
}

struct FullSpelling;

impl Visitor for FullSpelling {
    type Output = Spec;

    fn visit<G: BoardGame>(self, spec: Spec, _start: G) -> Spec {
        spec
    }
}

#[test]
fn the_full_spelling_has_every_option_in_order_and_means_the_same() {
    for family in families() {
        let full = visit(&spec(family.name), None, FullSpelling).unwrap();
        let keys: Vec<&str> = full.options.iter().map(|(key, _)| key.as_str()).collect();
        let listed: Vec<&str> = family.options.iter().map(|option| option.key).collect();
        assert_eq!(keys, listed, "{full}");
        assert_eq!(visit(&full, None, FullSpelling), Ok(full));
    }
}

struct Game;

impl Visitor for Game {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, mut position: G) {
        let mut rng = rng(3);
        let mut last = None;
        loop {
            let [ascii, unicode] = [false, true].map(|unicode| position.draw(View { unicode, last }).plain());
            assert!(ascii.is_ascii(), "{spec}: {ascii}");
            assert!(!unicode.trim().is_empty(), "{spec}");
            if position.outcome().is_some() {
                return;
            }
            let mv = position.random_move(&mut rng);
            position.play(mv);
            last = Some(mv);
        }
    }
}

#[test]
fn every_position_of_a_game_can_be_drawn_in_ascii_too() {
    for family in families() {
        visit(&spec(family.name), None, Game).unwrap();
    }
}
