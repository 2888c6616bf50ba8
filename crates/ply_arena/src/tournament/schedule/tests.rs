use std::collections::{BTreeMap, BTreeSet};

use ply_game::{below, rng};

use super::*;

const MEETING: Meeting = Meeting { games: 1, pairs: 1, seed: 5 };

/// Outcomes that depend on nothing but the game, so that an order of playing changes nothing.
fn outcome(pairing: &Pairing, salt: u64) -> Outcome {
    let [a, b] = pairing.agents;
    let mut rng = rng(mix(pairing.seed ^ mix((a * 1000 + b) as u64 ^ mix(salt))));
    // The higher an agent's number, the weaker it is.
    match below(&mut rng, 100) as i64 + 2 * (b as i64 - a as i64) {
        ..40 => Outcome::Win(Player::Second),
        40..60 => Outcome::Draw,
        _ => Outcome::Win(Player::First),
    }
}

/// The two games of a pair come one after the other.
fn in_pairs(games: Vec<Pairing>) -> Vec<OpeningPair> {
    assert!(games.len().is_multiple_of(2));
    games.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Plays to the end; gives the waves in which the pairs came.
fn play(
    scheduler: &mut dyn Scheduler,
    results: &mut Results,
    judge: impl Fn(&Pairing) -> Outcome,
) -> Vec<Vec<OpeningPair>> {
    let mut waves = Vec::new();
    while !scheduler.done(results) {
        let wave = in_pairs(scheduler.next(results));
        assert!(!wave.is_empty(), "not done, but nothing to play");
        for pairing in wave.iter().flatten() {
            results.insert(*pairing, judge(pairing));
        }
        waves.push(wave);
    }
    assert!(results.complete(&in_pairs(scheduler.next(results))), "done, but something to play");
    waves
}

fn all(agents: usize) -> Vec<usize> {
    (0..agents).collect()
}

fn meetings(waves: &[Vec<OpeningPair>]) -> Vec<[usize; 2]> {
    waves.iter().flatten().map(|pair| pair[0].agents).collect()
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

#[test]
fn in_a_cycle_everybody_meets_everybody_once() {
    for agents in 0..24 {
        let rounds = round_robin::circle(agents);
        let all: Vec<_> = rounds.iter().flatten().map(|pair| sorted(*pair)).collect();
        let different: BTreeSet<_> = all.iter().collect();
        assert_eq!((all.len(), different.len()), (agents * agents.saturating_sub(1) / 2, all.len()), "{agents}");
        for round in &rounds {
            let players: BTreeSet<_> = round.iter().flatten().collect();
            assert_eq!(players.len(), 2 * round.len(), "somebody plays twice in a round of {agents}");
            assert_eq!(round.len(), agents / 2);
        }
    }
}

#[test]
fn in_a_cycle_everybody_leads_as_often_as_he_follows() {
    for agents in 2..24 {
        let mut lead = vec![0i32; agents];
        for [a, b] in round_robin::circle(agents).into_iter().flatten() {
            lead[a] += 1;
            lead[b] -= 1;
        }
        let most = if agents % 2 == 0 { 1 } else { 0 };
        assert!(lead.iter().all(|lead| lead.abs() <= most), "{agents}: {lead:?}");
    }
}

#[test]
fn cycles_and_pairs_have_openings_of_their_own() {
    let meeting = Meeting { games: 2, pairs: 3, seed: 1 };
    let pairs = in_pairs(RoundRobin::new(&all(5), 2, meeting).next(&Results::default()));
    assert_eq!(pairs.len(), 10 * 2 * 6);
    let games: BTreeSet<_> = pairs.iter().flatten().map(|game| (game.agents, game.game, game.opening)).collect();
    assert_eq!(games.len(), 2 * pairs.len());
    assert_eq!(pairs.iter().map(|pair| pair[0].opening).max(), Some(5));
    let places: BTreeSet<_> = pairs.iter().map(|pair| (pair[0].round, pair[0].index)).collect();
    assert_eq!(places.len(), pairs.len());
    for [one, other] in pairs {
        assert_eq!(other, one.swapped());
    }
}

#[test]
fn in_a_gauntlet_only_challengers_meet_the_others() {
    for agents in 1..12 {
        for challengers in 0..=agents {
            let pairs = in_pairs(
                Gauntlet::new(&all(agents)[..challengers], &all(agents)[challengers..], MEETING)
                    .next(&Results::default()),
            );
            let met: BTreeSet<_> = pairs.iter().map(|pair| sorted(pair[0].agents)).collect();
            assert_eq!((pairs.len(), met.len()), (challengers * (agents - challengers), pairs.len()));
            assert!(met.iter().all(|[a, b]| *a < challengers && *b >= challengers));
            let per_round: BTreeSet<_> =
                pairs.iter().flat_map(|pair| pair[0].agents.map(|agent| (pair[0].round, agent))).collect();
            assert_eq!(per_round.len(), 2 * pairs.len(), "somebody plays twice in a round");
        }
    }
}

#[test]
fn swiss_rematches_only_when_nobody_new_is_left() {
    for agents in 2..20 {
        for salt in 0..10 {
            let rounds = agents - 1 + agents % 2;
            let mut swiss = Swiss::new(agents, rounds, MEETING, PointRule::default());
            let waves = play(&mut swiss, &mut Results::default(), |pairing| outcome(pairing, salt));
            let mut met = BTreeMap::<_, usize>::new();
            for (round, wave) in waves.iter().enumerate() {
                for pair in wave {
                    *met.entry(sorted(pair[0].agents)).or_default() += 1;
                }
                // A regular graph of small degree leaves a perfect matching in the rest of the complete graph.
                let unavoidable = 2 * round >= agents;
                assert!(unavoidable || met.values().all(|times| *times == 1), "{agents} agents, round {round}");
            }
            assert!(met.values().all(|times| *times <= 2), "{agents} agents: {met:?}");
        }
    }
}

#[test]
fn swiss_gives_each_agent_a_bye_before_anybody_has_two() {
    for agents in [3, 5, 9, 15] {
        let mut swiss = Swiss::new(agents, 2 * agents, MEETING, PointRule::default());
        let waves = play(&mut swiss, &mut Results::default(), |pairing| outcome(pairing, 1));
        assert_eq!(waves.len(), 2 * agents);
        let byes = swiss.byes().0;
        for half in byes.chunks(agents) {
            assert_eq!(half.iter().collect::<BTreeSet<_>>().len(), agents, "{byes:?}");
        }
    }
}

#[test]
fn swiss_leads_stay_balanced() {
    for agents in [8, 13, 32, 61] {
        for salt in 0..10 {
            let mut swiss = Swiss::new(agents, 7, MEETING, PointRule::default());
            let waves = play(&mut swiss, &mut Results::default(), |pairing| outcome(pairing, salt));
            let mut lead = vec![0i32; agents];
            for wave in waves {
                for [a, b] in meetings(&[wave]) {
                    lead[a] += 1;
                    lead[b] -= 1;
                }
                assert!(lead.iter().all(|lead| lead.abs() <= 2), "{agents}: {lead:?}");
            }
        }
    }
}

#[test]
fn swiss_pairs_equal_scores_and_halves() {
    let mut swiss = Swiss::new(8, 3, MEETING, PointRule::default());
    let mut results = Results::default();
    let first: Vec<_> = in_pairs(swiss.next(&results)).iter().map(|pair| sorted(pair[0].agents)).collect();
    assert_eq!(first, [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert!(swiss.next(&results).is_empty(), "the second round waits for the first");
    // Low numbers win both games.
    let mut swiss = Swiss::new(8, 3, MEETING, PointRule::default());
    let better = |pairing: &Pairing| {
        Outcome::Win(if pairing.agents[0] < pairing.agents[1] { Player::First } else { Player::Second })
    };
    let waves = play(&mut swiss, &mut results, better);
    let sorted_wave = |wave: &Vec<OpeningPair>| wave.iter().map(|pair| sorted(pair[0].agents)).collect::<Vec<_>>();
    // 0 and 2 both led, 1 and 3 both followed: the lower half is turned round.
    assert_eq!(sorted_wave(&waves[1]), [[0, 3], [1, 2], [4, 7], [5, 6]]);
    assert_eq!(sorted_wave(&waves[2])[0], [0, 1]);
}

#[test]
fn swiss_pairs_two_hundred_agents() {
    let mut swiss = Swiss::new(201, 12, MEETING, PointRule::THREE_ONE_ZERO);
    let waves = play(&mut swiss, &mut Results::default(), |pairing| outcome(pairing, 0));
    let all: Vec<_> = meetings(&waves).into_iter().map(sorted).collect();
    assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (1200, 1200));
}

#[test]
fn a_knockout_has_one_mini_match_less_than_agents() {
    for agents in 0..=17 {
        for salt in 0..20 {
            let mut results = Results::default();
            let mut knockout = Knockout::new(all(agents), MEETING, 3, PointRule::default());
            let waves = play(&mut knockout, &mut results, |pairing| outcome(pairing, salt));
            let met: BTreeSet<_> = meetings(&waves).into_iter().map(sorted).collect();
            assert_eq!(met.len(), agents.saturating_sub(1), "{agents} agents");
            let ranking = knockout.ranking(&results);
            assert_eq!(ranking.iter().collect::<BTreeSet<_>>().len(), agents);
            let rounds = waves.iter().flatten().map(|pair| pair[0].round + 1).max().unwrap_or(0);
            assert_eq!(rounds, agents.max(1).next_power_of_two().trailing_zeros() as usize);
        }
    }
}

#[test]
fn byes_of_a_knockout_go_to_the_best_seeds() {
    let mut knockout = Knockout::new(all(6), MEETING, 0, PointRule::default());
    let first = in_pairs(knockout.next(&Results::default()));
    assert_eq!(first.iter().map(|pair| pair[0].agents).collect::<Vec<_>>(), [[3, 4], [2, 5]]);
}

#[test]
fn a_tied_mini_match_goes_on_until_its_limit() {
    let mut results = Results::default();
    let mut knockout = Knockout::new(all(2), MEETING, 4, PointRule::default());
    let waves = play(&mut knockout, &mut results, |_| Outcome::Draw);
    assert_eq!(waves.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1, 1]);
    assert_eq!(knockout.ranking(&results), [0, 1], "the better seed goes on");
    let mut results = Results::default();
    let mut knockout = Knockout::new(all(2), MEETING, 4, PointRule::default());
    let decided = |pairing: &Pairing| match (pairing.opening, pairing.agents) {
        (2, [1, 0]) => Outcome::Win(Player::First),
        _ => Outcome::Draw,
    };
    assert_eq!(play(&mut knockout, &mut results, decided).len(), 3);
    assert_eq!(knockout.ranking(&results), [1, 0]);
}

fn all_formats(agents: usize) -> Vec<Box<dyn Scheduler>> {
    let meeting = Meeting { games: 2, pairs: 2, seed: 9 };
    let rule = PointRule::default();
    vec![
        Box::new(RoundRobin::new(&all(agents), 2, meeting)),
        Box::new(Gauntlet::new(&all(agents)[..2], &all(agents)[2..], meeting)),
        Box::new(Swiss::new(agents, 5, meeting, rule)),
        Box::new(Knockout::new(all(agents), meeting, 2, rule)),
    ]
}

#[test]
fn a_tournament_taken_up_again_plays_exactly_what_is_missing() {
    let judge = |pairing: &Pairing| outcome(pairing, 3);
    for format in 0..all_formats(7).len() {
        let mut undisturbed = Results::default();
        let waves = play(&mut *all_formats(7)[format], &mut undisturbed, judge);
        let played: Vec<Pairing> = waves.into_iter().flatten().flatten().collect();
        assert_eq!(played.iter().collect::<BTreeSet<_>>().len(), played.len(), "no game comes twice");
        for kept in (0..=played.len()).step_by(7) {
            // As after a kill: a part of the games is stored, not always the first ones of a wave.
            let mut results: Results =
                played[..kept].iter().skip(kept % 3).map(|pairing| (*pairing, judge(pairing))).collect();
            let mut scheduler = all_formats(7).swap_remove(format);
            play(&mut *scheduler, &mut results, judge);
            assert_eq!(results, undisturbed, "format {format}, {kept} games kept");
        }
    }
}

#[test]
fn a_match_has_as_many_games_as_it_was_given() {
    for length in [1, 2, 7, 3000] {
        let mut games = Vec::new();
        let mut results = Results::default();
        let mut scheduler = MatchGames::new(MEETING, length);
        while !scheduler.done(&results) {
            let next = scheduler.next(&results);
            assert!(!next.is_empty() && next.len() <= 1024);
            results.extend(next.iter().map(|game| (*game, Outcome::Draw)));
            games.extend(next);
        }
        assert_eq!(games.len(), length);
        let different: BTreeSet<_> = games.iter().map(|game| (game.opening, game.agents)).collect();
        assert_eq!(different.len(), length);
        assert!(games.chunks_exact(2).all(|pair| pair[1] == pair[0].swapped()));
    }
}

#[test]
fn the_two_games_of_a_pair_have_seeds_of_their_own() {
    let [one, other] = MEETING.pair(0, 0, [0, 1], 0, 0);
    assert_ne!(one.game_seed(), other.game_seed());
}

#[test]
fn at_any_time_everybody_has_played_about_as_much() {
    let meeting = Meeting { games: 1, pairs: 6, seed: 1 };
    for agents in 3..9 {
        let mut played = vec![0usize; agents];
        for pair in in_pairs(RoundRobin::new(&all(agents), 2, meeting).next(&Results::default())) {
            pair[0].agents.into_iter().for_each(|agent| played[agent] += 1);
            let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
            assert!(most - least <= 2, "{agents}: {played:?}");
        }
    }
}

#[test]
fn whoever_comes_late_meets_everybody_and_no_game_is_played_twice() {
    let meeting = Meeting { games: 2, pairs: 3, seed: 1 };
    let mut results = Results::default();
    let mut before = RoundRobin::new(&all(4), 2, meeting);
    play(&mut before, &mut results, |pairing| outcome(pairing, 1));
    let played = results.len();
    // 1 is withdrawn, 4 and 5 come.
    let list = [0, 2, 3, 4, 5];
    let mut after = RoundRobin::new(&list, 2, meeting);
    assert!(!after.done(&results));
    let missing: Vec<_> =
        after.next(&results).into_iter().filter(|pairing| results.outcome(pairing).is_none()).collect();
    assert_eq!(missing.len(), (10 - 3) * 2 * 2 * 6);
    assert!(missing.iter().all(|pairing| pairing.agents.iter().any(|agent| *agent >= 4)));
    results.extend(missing.iter().map(|pairing| (*pairing, Outcome::Draw)));
    assert!(after.done(&results));
    assert_eq!(results.len(), played + missing.len());
}

#[test]
fn a_swiss_goes_on_without_those_who_left_and_with_those_who_came() {
    let mut results = Results::default();
    let swiss = || Swiss::new(7, 4, MEETING, PointRule::default()).with_presence(6, 2..usize::MAX);
    let mut before = swiss().with_presence(6, 2..usize::MAX);
    for _ in 0..2 {
        for pairing in before.next(&results) {
            assert!(!pairing.agents.contains(&6));
            results.insert(pairing, outcome(&pairing, 3));
        }
    }
    // 0 leaves after two rounds.
    let mut after = swiss().with_presence(0, 0..2);
    let waves = play(&mut after, &mut results, |pairing| outcome(pairing, 3));
    assert_eq!(waves.len(), 4);
    let late: Vec<_> = waves[2..].iter().flatten().flat_map(|pair| pair[0].agents).collect();
    assert!(late.contains(&6) && !late.contains(&0));
}

/// Plays a ladder until it waits; the higher the number, the weaker.
fn climb(ladder: &mut Ladder, results: &mut Results) {
    loop {
        let games: Vec<_> = ladder.next(results);
        if games.is_empty() {
            return;
        }
        results.extend(games.into_iter().map(|pairing| (pairing, outcome(&pairing, 9))));
    }
}

#[test]
fn on_a_ladder_each_newcomer_meets_its_share_of_the_field() {
    let meeting = Meeting { games: 1, pairs: 2, seed: 3 };
    let mut ladder = Ladder::new(all(10), meeting, 3, 2);
    let mut results = Results::default();
    climb(&mut ladder, &mut results);
    let met = |results: &Results, challenger: usize| {
        let own = results.iter().map(|(pairing, _)| sorted(pairing.agents)).filter(|two| two[1] == challenger);
        own.collect::<BTreeSet<_>>().len()
    };
    assert_eq!((0..10).map(|agent| met(&results, agent)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 5, 5, 5, 5]);
    assert!(ladder.done(&results));
    // A new version of 4 comes; it meets nobody who is not there any more.
    ladder.set_present([0, 1, 2, 3, 5, 6, 7, 8, 9, 10].into());
    let before = results.len();
    climb(&mut ladder, &mut results);
    assert_eq!(results.len(), before + 5 * 2 * 2);
    assert!(results.iter().all(|(pairing, _)| sorted(pairing.agents) != [4, 10]));
}

#[test]
fn a_ladder_that_was_killed_plays_what_is_missing_of_its_meetings_first() {
    let meeting = Meeting { games: 1, pairs: 3, seed: 3 };
    let mut results = Results::default();
    let handed_out = Ladder::new(all(4), meeting, 2, 1).next(&results);
    results.insert(handed_out[0], Outcome::Draw);
    let mut again = Ladder::new(all(4), meeting, 2, 1);
    let missing: BTreeSet<_> =
        again.next(&results).into_iter().filter(|game| results.outcome(game).is_none()).collect();
    assert_eq!(missing, handed_out[1..].iter().copied().collect());
}

#[test]
fn a_bracket_shows_byes_and_who_went_on() {
    let knockout = Knockout::new(vec![0, 1, 3], MEETING, 0, PointRule::default());
    let mut results = Results::default();
    play(&mut knockout.clone(), &mut results, |pairing| {
        Outcome::Win(if pairing.agents[0] < pairing.agents[1] { Player::First } else { Player::Second })
    });
    let rounds = knockout.bracket(&results);
    let who = |round: usize| rounds[round].iter().map(|two| (two.agents, two.winner)).collect::<Vec<_>>();
    assert_eq!(who(0), [([Some(0), None], Some(0)), ([Some(1), Some(3)], Some(1))]);
    assert_eq!(who(1), [([Some(0), Some(1)], Some(0))]);
}
