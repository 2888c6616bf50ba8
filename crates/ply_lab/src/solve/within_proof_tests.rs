//! Proofs of wins within so many plies: they hold, and no spoilt one does.

use ply_game::{BoardGame, Player, Spec, rng};
use ply_games::Visitor;
use ply_search::{Budget, Cancel, Limits};

use super::tests::late_position;
use super::*;

const GAMES: [&str; 6] = [
    "simplexity",
    "simplexity:rows=4,cols=4,win=3",
    "pentago-swap",
    "colosseum:size=4",
    "dots-and-boxes:rows=2,cols=2",
    "infexion",
];

fn with_game<V: Visitor>(text: &str, visitor: V) -> V::Output {
    ply_games::visit(&text.parse().expect("a spec"), None, visitor).expect("a game")
}

/// The plies of a win within so many, if there is one, and a proof of it.
fn win_and_proof<G: BoardGame>(spec: &Spec, position: &G, player: Player, most: u32) -> Option<(u32, Vec<u8>)> {
    let budget = Budget::new(Limits::default());
    let mut solver = Portfolio::new(spec, position, 1, 1);
    let found = win_within(position, player, most, &mut solver, &budget);
    let mut file = Vec::new();
    (found.wins == Some(true)).then(|| {
        prove_win_within(spec, position, (player, found.plies), &mut solver, &budget, &mut file).expect("no limit");
        (found.plies, file)
    })
}

fn check<G: BoardGame>(spec: &Spec, position: &G, claims: &[Claim], file: &[u8]) -> Result<Verified, Refuted> {
    let (_, mut strategy) = Certificate::read(file).expect("it is a certificate");
    verify(spec, position, claims, &mut strategy, &Cancel::default(), &mut |_| ())
}

/// Late positions of a game: how many have a win within three plies.
struct Late;

impl Visitor for Late {
    type Output = usize;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> usize {
        let rng = &mut rng(11);
        let mut wins = 0;
        for (number, player) in (0..12).flat_map(|number| Player::BOTH.map(|player| (number, player))) {
            let position = late_position(&start, 1 + number % 4, rng);
            let Some((plies, proof)) = win_and_proof(&spec, &position, player, 3) else { continue };
            let text = position.position_text();
            let claims = [Claim::of_win_within(player, plies)];
            check(&spec, &position, &claims, &proof).unwrap_or_else(|refuted| panic!("{spec} {text}: {refuted}"));
            let others = [Claim::of_win_within(player.other(), plies)];
            assert!(check(&spec, &position, &others, &proof).is_err(), "{spec} {text}: nobody else wins so");
            wins += 1;
        }
        wins
    }
}

#[test]
fn a_win_within_so_many_plies_has_a_proof_in_every_game() {
    for game in GAMES {
        assert!(with_game(game, Late) > 3, "{game}");
    }
}

/// The proof of a win within nine plies, whole and spoilt.
struct Spoilt;

impl Visitor for Spoilt {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let player = start.to_move();
        let (plies, whole) = win_and_proof(&spec, &start, player, 9).expect("it is won");
        let verified = check(&spec, &start, &[Claim::of_win_within(player, plies)], &whole).expect("the proof holds");
        assert!(verified.positions > 10 && verified.endings > 0);
        let sooner = check(&spec, &start, &[Claim::of_win_within(player, plies - 1)], &whole);
        assert!(matches!(sooner, Err(Refuted::TooLate { .. })), "{sooner:?}");
        let pretended = Claim { at_least: -1, ..Claim::of_win_within(player.other(), plies) };
        assert!(check(&spec, &start, &[pretended], &whole).is_err());

        let claims = [Claim::of_win_within(player, plies)];
        for at in whole.len() / 2..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            let is_refused =
                |file: &[u8]| Certificate::read(file).is_err() || check(&spec, &start, &claims, file).is_err();
            assert!(is_refused(&damaged), "byte {at} was changed, and nobody noticed");
            assert!(is_refused(&whole[..at]), "the proof was cut at {at}, and nobody noticed");
        }
    }
}

#[test]
fn a_proof_of_a_win_that_is_damaged_or_claims_it_too_soon_is_refused() {
    with_game("simplexity:rows=4,cols=4,win=3", Spoilt);
}
