//! Plans as they were typed: a match, its openings, and what sets them apart from what a store has.

use anyhow::{Result, ensure};
use ply_arena::plan::{Format, Plan};
use ply_arena::{Policy, draw_moves};
use ply_game::{BoardGame, Spec, mix, rng};
use ply_games::{Visitor, visit};

use crate::args::{MatchRules, Openings};

/// A match as it was typed.
pub fn match_plan(what: &str, game: &str, [a, b]: [&str; 2], length: usize, rules: &MatchRules) -> Result<Plan> {
    let mut plan = Plan::new(what, game, rules.agents([a, b]))?;
    plan.games[0].time = rules.time;
    plan.format = Format::Match { length };
    plan.seed = rules.seed;
    plan.grace = Some(rules.grace);
    plan.policy = if rules.random_move_instead { Policy::RandomMove } else { Policy::Forfeit };
    set_openings(&mut plan, &rules.openings);
    let fingerprint = plan.to_toml().bytes().fold(0, |print, byte| mix(print ^ u64::from(byte)));
    plan.name = rules.keep.name.clone().unwrap_or_else(|| format!("{what} {game} {a} {b} {:08x}", fingerprint >> 32));
    Ok(plan)
}

/// Openings as they were typed. The store is told where a file is, wherever it is looked at from.
pub fn set_openings(plan: &mut Plan, openings: &Openings) {
    match openings {
        Openings::Plies(plies) => plan.openings.plies = *plies,
        Openings::File(file) => plan.openings.file = Some(std::path::absolute(file).unwrap_or_else(|_| file.clone())),
    }
}

/// Refuses openings that are longer than most games: they would all be empty, and the games alike.
pub fn ensure_openings(plan: &Plan) -> Result<()> {
    let plies = plan.openings.plies;
    for game in plan.games.iter().filter(|_| plan.openings.file.is_none() && plies > 0) {
        let spec = game.spec.parse()?;
        let lasts = visit(&spec, None, Lasts { plies })?;
        ensure!(lasts, "openings: most games of {spec} are over after {plies} random plies; expected fewer");
    }
    Ok(())
}

/// Whether openings of so many plies can be drawn.
struct Lasts {
    plies: usize,
}

impl Visitor for Lasts {
    type Output = bool;

    /// An opening is drawn forty times before it is given up; one in ten is enough.
    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> bool {
        const DRAWN: usize = 100;
        let mut generator = rng(0);
        let lasting = (0..DRAWN).filter(|_| draw_moves(&start, self.plies, &mut generator).is_some()).count();
        10 * lasting >= DRAWN
    }
}

/// Refuses a program whose files are not those that played; a store that knows of none takes any.
pub fn ensure_same_programs(stored: &Plan, typed: &mut Plan) -> Result<()> {
    for (was, is) in stored.agents.iter().zip(&mut typed.agents).filter(|(was, is)| was.spec == is.spec) {
        let (name, is_same) = (&is.name, was.files.is_none() || was.files == is.files);
        ensure!(is_same, "{name} changed since the games in the store were played: another --name begins anew");
        is.files.clone_from(&was.files);
    }
    Ok(())
}

/// What sets the plan of a store apart from the one that was typed, as far as there are words for it.
pub fn difference(stored: &Plan, typed: &Plan) -> Option<String> {
    let words =
        |what: &str, was: &str, is: &str| (was != is).then(|| format!("it was begun with {what} {was}, not {is}"));
    if stored.format.word() != typed.format.word() {
        return words("format", stored.format.word(), typed.format.word());
    }
    let settings = typed.tuning.iter().find_map(|(key, is)| words(key, stored.tuning.get(key)?, is));
    let length = || match (stored.format, typed.format) {
        (Format::Match { length: was }, Format::Match { length: is }) => {
            words("--games", &was.to_string(), &is.to_string())
        }
        _ => None,
    };
    let board = stored.games.iter().zip(&typed.games).find_map(|(was, is)| words("game", &was.spec, &is.spec));
    let time = || words("time", &stored.games[0].time.to_string(), &typed.games[0].time.to_string());
    let seed = || words("seed", &stored.seed.to_string(), &typed.seed.to_string());
    settings.or(board).or_else(time).or_else(seed).or_else(length)
}
