//! The champion at eight strengths, for people: it looks less far, and now and then it does not look at all.
//!
//! A level is two numbers: how many positions are looked at for a move, and how many moves of a hundred are slips, made
//! at random. They were chosen for each game from matches, so that each level beats the one below about as often as the
//! next beats it; the last is the champion itself. Its first moves vary: any of the best few that is about as good.

use ply_game::{BoardGame, OptionInfo, Rng, Setting, Spec, SpecError, below, mix, rng};
use ply_search::{Bound, Report, Sink};

use crate::agent::{Agent, AnyAgent, Decision, Turn};
use crate::champion::TABLE;
use crate::chance::win_chance;
use crate::entry::Request;
use crate::mind::Mind;
use crate::registration::registration;
use crate::registry::{mind, strongest};
use crate::settings::{NODES, SEED};

/// How strong a level is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// Positions looked at for a move.
    pub(crate) nodes: u64,
    /// Moves of a hundred that are made at random.
    pub(crate) slips: u32,
}

/// The levels below the champion.
pub(crate) type Levels = [Level; MOST_STRENGTH as usize - 1];

/// Levels of these nodes and slips.
pub(crate) const fn levels(numbers: [(u64, u32); MOST_STRENGTH as usize - 1]) -> Levels {
    let mut levels = [Level { nodes: 0, slips: 0 }; MOST_STRENGTH as usize - 1];
    let mut index = 0;
    while index < numbers.len() {
        (levels[index].nodes, levels[index].slips) = numbers[index];
        index += 1;
    }
    levels
}

const MOST_STRENGTH: u64 = 8;

const STRENGTH: Setting<u32> =
    Setting::limit("strength", 1..=MOST_STRENGTH, 2, "1 loses to beginners, 8 is the champion");
const SLIPS: Setting<Option<u32>> =
    Setting::number_or_off("slips", 0..=100, "moves of a hundred made at random, instead of the level's");
const VARY: Setting<bool> = Setting::switch("vary", true, "its first moves differ from game to game");

pub(super) const LEVEL: &[OptionInfo] = &[STRENGTH.info, NODES.info, SLIPS.info, VARY.info, TABLE.info, SEED.info];

/// Moves of a game, of both players, that count as its opening.
const OPENING: usize = 6;
/// Moves among which one is chosen in the opening.
const CHOICE: usize = 5;
/// What such a move may have less than the best, as a chance to win.
const LESS: f64 = 0.03;
/// So many positions are looked at in a moment.
const MOMENT: u64 = 5_000;

pub(super) fn level<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    let levels = registration::<G>()?.levels;
    let below_champion = levels.get(request.get(&STRENGTH) as usize - 1);
    let nodes = request.get(&NODES).or(below_champion.map(|level| level.nodes));
    let slips = request.get(&SLIPS).or(below_champion.map(|level| level.slips)).unwrap_or(0);
    let champion = |table: u64, lines: usize| {
        let mut spec = Spec { name: strongest::<G>().to_owned(), options: Vec::new() };
        spec.options.push(("table".to_owned(), table.to_string()));
        if let Some(nodes) = nodes {
            spec.options.push(("nodes".to_owned(), nodes.to_string()));
        }
        Ok::<_, SpecError>(mind::<G>(&spec, 0, lines)?.1.into_agent())
    };
    let opening = if request.get(&VARY) { Some(champion(1, CHOICE)?) } else { None };
    let champion = champion(request.get(&TABLE) as u64, request.lines)?;
    let levelled = Levelled { champion, opening, slips, seed: request.seed() };
    Ok(Mind::acting(levelled).taking_time(nodes.is_none_or(|nodes| nodes > MOMENT)))
}

/// The champion, but for its slips and its openings.
struct Levelled<G: BoardGame> {
    champion: AnyAgent<G>,
    /// The champion that scores several moves, if openings vary.
    opening: Option<AnyAgent<G>>,
    slips: u32,
    seed: u64,
}

impl<G: BoardGame> Levelled<G> {
    /// One of the moves that are about as good as the best.
    fn varied(report: &Report<G::Move>, position: &G, rng: &mut Rng) -> Option<Decision<G::Move>> {
        let mover = position.to_move();
        let chance = |score| win_chance::<G>(strongest::<G>(), score, mover);
        let best = chance(report.score);
        let is_good = |score| (chance(score) - best).abs() <= LESS;
        let good = || report.root.iter().filter(|root| root.bound == Bound::Exact && is_good(root.score));
        let count = u32::try_from(good().count()).ok().filter(|count| *count > 0)?;
        let chosen = good().nth(below(rng, count) as usize)?;
        let (score, pv) = (Some(chosen.score), chosen.pv.clone());
        Some(Decision { mv: chosen.mv, score, pv, ..Decision::from(report) })
    }
}

impl<G: BoardGame> Agent<G> for Levelled<G> {
    fn choose(&mut self, turn: &Turn<G>, sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        // By the move: an agent that is built anew in the middle of a game goes on, and does not begin its luck again.
        let mut luck = rng(mix(self.seed) ^ turn.moves.len() as u64);
        if below(&mut luck, 100) < self.slips {
            return Some(Decision::plain(turn.position.random_move(&mut luck)));
        }
        let Some(opening) = self.opening.as_mut().filter(|_| turn.moves.len() < OPENING) else {
            return self.champion.choose(turn, sink);
        };
        let mut last = None;
        let mut keep = |report: &Report<G::Move>| {
            sink.report(report);
            last = Some(report.clone());
        };
        let decision = opening.choose(turn, &mut keep);
        last.and_then(|report| Self::varied(&report, &turn.position, &mut luck)).or(decision)
    }

    fn prepare(&mut self) {
        self.champion.prepare();
    }
}

#[cfg(test)]
mod tests {
    use ply_game::Game as _;
    use ply_games::infexion::Infexion;
    use ply_search::{Budget, Silent};

    use super::*;

    fn first_move(agent: &str) -> String {
        let start = Infexion::default().after(Infexion::default().move_list()[0]);
        let (_, mut mind) = mind::<Infexion>(&agent.parse().unwrap(), 0, 1).unwrap();
        let budget = Budget::new(mind.limits(&start));
        format!("{:?}", mind.think(&start, &budget, &mut Silent).unwrap().best)
    }

    #[test]
    fn without_slips_it_plays_the_champions_moves() {
        assert_eq!(first_move("level:nodes=500,slips=0,vary=off"), first_move("champion:nodes=500,table=32"));
    }

    #[test]
    fn its_first_moves_vary_with_the_seed() {
        let moves = (0..8).map(|seed| first_move(&format!("level:nodes=500,slips=0,seed={seed}")));
        assert!(moves.collect::<std::collections::HashSet<_>>().len() > 1);
    }

    #[test]
    fn a_level_that_looks_at_much_takes_its_time() {
        let takes_time = |agent: &str| mind::<Infexion>(&agent.parse().unwrap(), 0, 1).unwrap().1.is_search();
        assert_eq!(["level:strength=1", "level:strength=8"].map(takes_time), [false, true]);
    }

    #[test]
    fn each_level_looks_at_more_and_slips_less_than_the_one_below() {
        let levels = registration::<Infexion>().unwrap().levels;
        assert!(levels.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].slips >= pair[1].slips));
    }
}
