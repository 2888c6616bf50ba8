//! Tunings whose best values are known: a noisy quadratic, and a game that is solved. Nothing is played by agents here:
//! a rule says how each game ends, so that thousands of games take no time.
//!
//! Each check is a function of what is checked, and is also given a tuner with a planted fault, which it must find.

use std::collections::BTreeMap;

use ply_arena::schedule::{Pairing, Results, Scheduler};
use ply_arena::stats::expected_score;
use ply_game::{Outcome, Player, below, mix, rng};

use super::method::{CmaEsSettings, EvolutionSettings, Method, MethodSettings, Point, SpsaSettings, Trial};
use super::space::{Axis, Space};
use super::tuner::{Opponent, Rules, Side, Stage, Tuner};

fn methods() -> [MethodSettings; 3] {
    [
        MethodSettings::Evolution(EvolutionSettings::default()),
        MethodSettings::CmaEs(CmaEsSettings::default()),
        MethodSettings::Spsa(SpsaSettings::default()),
    ]
}

fn space(starts: &[f64]) -> Space {
    let axis = |(number, start): (usize, &f64)| Axis {
        name: format!("x{number}"),
        least: 0.0,
        most: 1000.0,
        start: *start,
        whole: true,
    };
    Space { axes: starts.iter().enumerate().map(axis).collect() }
}

fn rules(method: &MethodSettings, budget: usize, seed: u64) -> Rules {
    Rules {
        budget,
        selection: 0.125,
        finalists: 8,
        pairs: if method.duels() { 1 } else { 4 },
        confirmation: 200,
        opponents: vec![Opponent::Untuned, Opponent::Pool],
        boards: 1,
        seed,
        again: true,
    }
}

/// A game whose outcome follows from the values of the two sides and from chance.
trait World {
    fn space(&self) -> Space;
    fn outcome(&self, sides: [&[f64]; 2], pairing: &Pairing) -> Outcome;

    fn tuner(&self, method: &MethodSettings, rules: Rules) -> Tuner {
        let space = self.space();
        let built = method.build(space.start(), &space.grains(), rules.seed);
        Tuner::new(space, built, rules, |_| ())
    }

    /// Plays a tuning to its end, or for so many games.
    fn play(&self, tuner: &mut Tuner, results: &mut Results, most: usize) {
        let start: Vec<f64> = self.space().axes.iter().map(|axis| axis.start).collect();
        loop {
            let pairings = tuner.next(results);
            if pairings.is_empty() {
                return;
            }
            for pairing in pairings {
                if results.len() >= most {
                    return;
                }
                let sides = tuner.sides(&pairing).map(|side| match side {
                    Side::Values(values) => values,
                    Side::Untuned => start.clone(),
                    Side::Opponent(_) => Vec::new(),
                });
                results.insert(pairing, self.outcome(sides.each_ref().map(Vec::as_slice), &pairing));
            }
        }
    }

    fn best(&self, mut tuner: Tuner) -> Vec<f64> {
        self.play(&mut tuner, &mut Results::default(), usize::MAX);
        assert_eq!(tuner.stage(), Stage::Done);
        tuner.best().unwrap().to_vec()
    }
}

/// Ten numbers, each of which costs strength as the square of its distance from the best.
struct Quadratic {
    /// What the start is weaker than the best, in Elo.
    elo: f64,
}

impl Quadratic {
    const AXES: usize = 10;

    fn optimum(axis: usize) -> f64 {
        [150.0, 850.0, 300.0, 700.0, 200.0][axis % 5]
    }

    /// What is lost against the best, as a share of what the start loses.
    fn loss(values: &[f64]) -> f64 {
        let lost = |values: &mut dyn Iterator<Item = f64>| -> f64 {
            values.enumerate().map(|(axis, value)| (value - Self::optimum(axis)).powi(2)).sum()
        };
        lost(&mut values.iter().copied()) / lost(&mut std::iter::repeat_n(500.0, Self::AXES))
    }

    fn score(&self, [a, b]: [&[f64]; 2]) -> f64 {
        expected_score(self.elo * (Self::loss(b) - Self::loss(a)))
    }
}

impl World for Quadratic {
    fn space(&self) -> Space {
        space(&[500.0; Self::AXES])
    }

    fn outcome(&self, sides: [&[f64]; 2], pairing: &Pairing) -> Outcome {
        let numbers = sides.concat();
        let seed = numbers.iter().fold(pairing.game_seed(), |seed, number| mix(seed ^ mix(number.to_bits())));
        let chance = f64::from(below(&mut rng(seed), 1 << 30)) / f64::from(1 << 30);
        Outcome::Win(if chance < self.score(sides) { Player::First } else { Player::Second })
    }
}

const QUADRATIC: Quadratic = Quadratic { elo: 1000.0 };
const BUDGET: usize = 20_000;

/// The check of the noisy quadratic: 95 % of what the start lacks is found within the budget.
fn finds_the_optimum(tuner: Tuner) -> bool {
    Quadratic::loss(&QUADRATIC.best(tuner)) < 0.05
}

#[test]
fn each_method_finds_the_optimum_of_a_noisy_quadratic() {
    for method in methods() {
        for seed in 1..=3 {
            assert!(finds_the_optimum(QUADRATIC.tuner(&method, rules(&method, BUDGET, seed))), "{method}, seed {seed}");
        }
    }
}

/// A method that is told that good is bad.
struct WrongSign(Box<dyn Method>);

impl Method for WrongSign {
    fn ask(&mut self, progress: f64) -> Vec<Trial> {
        self.0.ask(progress)
    }

    fn tell(&mut self, scores: &[f64]) {
        self.0.tell(&scores.iter().map(|score| 1.0 - score).collect::<Vec<_>>());
    }

    fn proposals(&self) -> Vec<Point> {
        self.0.proposals()
    }
}

#[test]
fn a_wrong_sign_is_found_by_the_check() {
    for method in methods() {
        let space = QUADRATIC.space();
        let wrong = WrongSign(method.build(space.start(), &space.grains(), 1));
        let tuner = Tuner::new(space, Box::new(wrong), rules(&method, BUDGET, 1), |_| ());
        assert!(!finds_the_optimum(tuner), "{method}");
    }
}

#[test]
fn evolution_without_mutation_is_found_by_the_check() {
    let still = MethodSettings::Evolution(EvolutionSettings { mutation: 0.0, ..EvolutionSettings::default() });
    assert!(!finds_the_optimum(QUADRATIC.tuner(&still, rules(&still, BUDGET, 1))));
}

/// The check of the winner: what its games of the tuning promise is what it is worth, or nearly.
fn the_winner_is_not_the_luckiest(tuner: impl Fn(u64) -> Tuner, world: &Quadratic) -> bool {
    const SEEDS: u64 = 10;
    let start = vec![500.0; Quadratic::AXES];
    let luck = |seed: u64| {
        let mut tuner = tuner(seed);
        world.play(&mut tuner, &mut Results::default(), usize::MAX);
        let best = tuner.best().unwrap();
        tuner.mean_score(best) - world.score([best, &start])
    };
    let luck = (1..=SEEDS).map(luck).sum::<f64>() / SEEDS as f64;
    luck < 0.06
}

#[test]
fn the_winner_has_shown_what_it_promises_and_without_a_second_look_it_has_not() {
    let world = Quadratic { elo: 50.0 };
    let method = &methods()[0];
    let opponents = || vec![Opponent::Untuned];
    let rules = |seed: u64, again: bool| Rules { again, opponents: opponents(), ..rules(method, 6000, seed) };
    let tuner = |seed: u64, again: bool| world.tuner(method, rules(seed, again));
    assert!(the_winner_is_not_the_luckiest(|seed| tuner(seed, true), &world));
    assert!(!the_winner_is_not_the_luckiest(|seed| tuner(seed, false), &world));
}

/// A pile from which one to three are taken; who takes the last one wins. A player has a weight for every remainder of
/// the pile by four and leaves the pile whose remainder weighs most, but every third move is one of chance. Against an
/// opponent all of whose moves are, there are no habits to exploit, and the best weights are those that weigh 0 most.
// CITE: C. G. Bachet, Problèmes plaisants et délectables, 1612
struct TakeAway;

impl TakeAway {
    fn choose(weights: &[f64], pile: usize) -> usize {
        let weight = |take: &usize| (weights[(pile - take) % 4], std::cmp::Reverse(*take));
        (1..=pile.min(3)).max_by(|a, b| weight(a).partial_cmp(&weight(b)).unwrap()).unwrap()
    }

    /// The share of won positions in which the winning move is made.
    fn skill(weights: &[f64]) -> f64 {
        let won: Vec<usize> = (1..=40).filter(|pile| pile % 4 != 0).collect();
        let right = won.iter().filter(|pile| Self::choose(weights, **pile) == **pile % 4).count();
        right as f64 / won.len() as f64
    }
}

impl World for TakeAway {
    fn space(&self) -> Space {
        space(&[450.0, 550.0, 500.0, 500.0])
    }

    fn outcome(&self, sides: [&[f64]; 2], pairing: &Pairing) -> Outcome {
        let mut pile = 5 + (mix(pairing.opening) % 20) as usize;
        let mut mover = Player::First;
        let mut chance = rng(pairing.game_seed());
        loop {
            let by_chance = 1 + below(&mut chance, pile.min(3) as u32) as usize;
            let weights = sides[mover.index()];
            let is_meant = !weights.is_empty() && below(&mut chance, 3) > 0;
            pile -= if is_meant { Self::choose(weights, pile) } else { by_chance };
            if pile == 0 {
                return Outcome::Win(mover);
            }
            mover = mover.other();
        }
    }
}

#[test]
fn each_method_finds_the_best_weights_of_a_solved_game() {
    for method in methods() {
        for seed in 1..=3 {
            let opponents = vec![Opponent::Agent("chance".to_owned())];
            let tuner = TakeAway.tuner(&method, Rules { opponents, ..rules(&method, 10_000, seed) });
            let best = TakeAway.best(tuner);
            assert!(TakeAway::skill(&best) >= 0.95, "{method}, seed {seed}: {best:?}");
        }
    }
    assert!(TakeAway::skill(&[450.0, 550.0, 500.0, 500.0]) < 0.5, "the start does not know them");
}

#[test]
fn a_tuning_that_is_stopped_at_any_game_goes_on_exactly_where_it_was() {
    for method in methods() {
        let rules = rules(&method, 3000, 7);
        let mut undisturbed = Results::default();
        let mut tuner = QUADRATIC.tuner(&method, rules.clone());
        QUADRATIC.play(&mut tuner, &mut undisturbed, usize::MAX);
        assert_eq!(
            undisturbed.len(),
            rules.budget + rules.confirmation,
            "{method}: the budget is spent to the last game"
        );
        let mut generator = rng(5);
        let mut results = Results::default();
        for _ in 0..20 {
            let most = results.len() + below(&mut generator, 200) as usize;
            QUADRATIC.play(&mut QUADRATIC.tuner(&method, rules.clone()), &mut results, most);
        }
        let mut last = QUADRATIC.tuner(&method, rules.clone());
        QUADRATIC.play(&mut last, &mut results, usize::MAX);
        assert_eq!((last.best(), last.history()), (tuner.best(), tuner.history()), "{method}");
        assert_eq!(results, undisturbed);
    }
}

#[test]
fn all_candidates_of_a_generation_play_the_same_openings_and_each_generation_others() {
    let method = &methods()[0];
    let mut tuner = QUADRATIC.tuner(method, rules(method, 6000, 1));
    let mut results = Results::default();
    let mut openings: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    loop {
        let pairings = tuner.next(&results);
        if pairings.is_empty() || tuner.stage() != Stage::Search {
            break;
        }
        let mut by_opening: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        for pairing in pairings {
            *by_opening.entry((pairing.opening, pairing.seed)).or_default() += 1;
            openings.entry(pairing.round).or_default().push(pairing.opening);
            results.insert(pairing, Outcome::Draw);
        }
        let counts: Vec<usize> = by_opening.into_values().collect();
        assert!(counts.len() == 4 && counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }
    assert!(openings.len() > 2);
    let mut all: Vec<u64> = openings
        .into_values()
        .flat_map(|mut round| {
            round.sort_unstable();
            round.dedup();
            round
        })
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "no opening comes in two generations");
}

#[test]
fn earlier_bests_are_opponents_and_boards_come_in_turn() {
    let method = &methods()[0];
    let opponents = vec![Opponent::Untuned, Opponent::Pool, Opponent::Agent("greedy".to_owned())];
    let rules = Rules { opponents, boards: 2, pairs: 6, ..rules(method, 6000, 1) };
    let mut tuner = QUADRATIC.tuner(method, rules);
    let mut results = Results::default();
    let mut seen: Vec<(usize, Side)> = Vec::new();
    for round in 0..3 {
        for pairing in tuner.next(&results) {
            let [_, rival] = tuner.sides(&pairing);
            if pairing.agents[0] == 0 && round == 2 {
                seen.push((pairing.game, rival));
            }
            results.insert(pairing, Outcome::Draw);
        }
    }
    for board in 0..2 {
        let count = |is: &dyn Fn(&Side) -> bool| seen.iter().filter(|(game, side)| *game == board && is(side)).count();
        let untuned = count(&|side| *side == Side::Untuned);
        assert!(untuned > 0 && untuned == count(&|side| *side == Side::Opponent(0)));
        assert_eq!(untuned, count(&|side| matches!(side, Side::Values(_))));
    }
}
