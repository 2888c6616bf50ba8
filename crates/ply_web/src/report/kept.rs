//! Which games can be replayed: all of them, or as many of each meeting as there is room for, forfeits first.

use std::collections::{BTreeMap, HashMap};

use ply_arena::store::{GameId, StoredGame};

/// More games are not kept.
pub(super) const MOST_GAMES: usize = 20_000;
/// More moves are not kept: about 100 MB on disk.
const MOST_PLIES: usize = 2_000_000;
/// Games of one file, and their moves.
const SHARD: (usize, usize) = (50, 8_000);

/// A game that is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptGame<'a> {
    /// Its number among all games of its meeting.
    pub(super) number: usize,
    pub(super) game: &'a StoredGame,
}

/// Two agents who met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Meeting {
    /// The lower number first.
    pub(super) agents: [usize; 2],
    /// Where their games begin among those that are kept.
    pub(super) first: usize,
    pub(super) kept: usize,
    pub(super) all: usize,
}

/// The games that are kept, meeting by meeting.
pub(super) struct Kept<'a> {
    pub(super) games: Vec<KeptGame<'a>>,
    pub(super) meetings: Vec<Meeting>,
}

impl<'a> Kept<'a> {
    pub(super) fn new(games: &'a [StoredGame]) -> Self {
        Self::within(games, MOST_GAMES, MOST_PLIES)
    }

    pub(super) fn within(games: &'a [StoredGame], mut room: usize, mut plies_left: usize) -> Self {
        let mut meetings: BTreeMap<[usize; 2], Vec<KeptGame<'a>>> = BTreeMap::new();
        for game in games {
            let met = meetings.entry(key(game)).or_default();
            met.push(KeptGame { number: met.len(), game });
        }
        let all: Vec<usize> = meetings.values().map(Vec::len).collect();
        for met in meetings.values_mut() {
            met.sort_by_key(|one| (one.game.record.forfeit().is_none(), one.number));
        }
        // One game of each meeting, then a second one of each, until there is no room.
        let mut taken = vec![0; meetings.len()];
        'rounds: for round in 0..all.iter().copied().max().unwrap_or(0) {
            for (taken, met) in taken.iter_mut().zip(meetings.values()) {
                let Some(one) = met.get(round) else { continue };
                let plies = plies(one.game);
                if room == 0 || plies > plies_left {
                    break 'rounds;
                }
                (room, plies_left) = (room - 1, plies_left - plies);
                *taken += 1;
            }
        }
        let mut kept = Self { games: Vec::new(), meetings: Vec::new() };
        for (((agents, mut met), taken), all) in meetings.into_iter().zip(taken).zip(all) {
            met.truncate(taken);
            met.sort_by_key(|one| one.number);
            kept.meetings.push(Meeting { agents, first: kept.games.len(), kept: taken, all });
            kept.games.extend(met);
        }
        kept
    }

    /// The games of each file.
    pub(super) fn shards(&self) -> Vec<&[KeptGame<'a>]> {
        let (mut shards, mut rest) = (Vec::new(), self.games.as_slice());
        while !rest.is_empty() {
            let mut sum = 0;
            let fits = |one: &&KeptGame<'_>| {
                sum += plies(one.game);
                sum <= SHARD.1
            };
            let count = rest.iter().take(SHARD.0).take_while(fits).count().max(1);
            shards.push(&rest[..count]);
            rest = &rest[count..];
        }
        shards
    }

    /// The number of each game that is kept in its meeting.
    pub(super) fn numbers(&self) -> HashMap<&'a GameId, usize> {
        self.games.iter().map(|one| (&one.game.id, one.number)).collect()
    }
}

fn key(game: &StoredGame) -> [usize; 2] {
    let [first, second] = game.pairing.agents;
    [first.min(second), first.max(second)]
}

fn plies(game: &StoredGame) -> usize {
    game.record.opening.len() + game.record.moves.len()
}
