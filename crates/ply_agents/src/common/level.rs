//! The champion at eight strengths, for people: it looks less far, and now and then it does not look at all.
//!
//! A level is two numbers: how many positions are looked at for a move, and how many moves of a hundred are slips, made
//! at random. They were chosen for each game from matches, so that each level beats the one below about as often as the
//! next beats it; the last is the champion itself.

use ply_game::{BoardGame, OptionInfo, Rng, Setting, Spec, SpecError, below, rng};
use ply_search::Sink;

use crate::agent::{Agent, AnyAgent, Decision, Turn};
use crate::champion::TABLE;
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

pub(super) const LEVEL: &[OptionInfo] = &[STRENGTH.info, NODES.info, SLIPS.info, TABLE.info, SEED.info];

pub(super) fn level<G: BoardGame>(request: &Request) -> Result<Mind<G>, SpecError> {
    let levels = registration::<G>()?.levels;
    let below_champion = levels.get(request.get(&STRENGTH) as usize - 1);
    let nodes = request.get(&NODES).or(below_champion.map(|level| level.nodes));
    let slips = request.get(&SLIPS).or(below_champion.map(|level| level.slips)).unwrap_or(0);
    let mut champion = Spec { name: strongest::<G>().to_owned(), options: Vec::new() };
    champion.options.push(("table".to_owned(), request.get(&TABLE).to_string()));
    if let Some(nodes) = nodes {
        champion.options.push(("nodes".to_owned(), nodes.to_string()));
    }
    let champion = mind::<G>(&champion, 0, request.lines)?.1;
    Ok(Mind::acting(Levelled { champion: champion.into_agent(), slips, rng: rng(request.seed()) }))
}

/// The champion, but for its slips.
struct Levelled<G: BoardGame> {
    champion: AnyAgent<G>,
    slips: u32,
    rng: Rng,
}

impl<G: BoardGame> Agent<G> for Levelled<G> {
    fn choose(&mut self, turn: &Turn<G>, sink: &mut dyn Sink<G::Move>) -> Option<Decision<G::Move>> {
        if below(&mut self.rng, 100) < self.slips {
            return Some(Decision::plain(turn.position.random_move(&mut self.rng)));
        }
        self.champion.choose(turn, sink)
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
        assert_eq!(first_move("level:nodes=500,slips=0"), first_move("champion:nodes=500,table=32"));
    }

    #[test]
    fn each_level_looks_at_more_and_slips_less_than_the_one_below() {
        let levels = registration::<Infexion>().unwrap().levels;
        assert!(levels.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].slips >= pair[1].slips));
    }
}
