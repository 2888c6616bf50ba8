//! The referee judges every fault of a built-in agent, and the games go on.

use std::thread::sleep;
use std::time::Duration;

use ply_arena::{
    Adjudication, AgentSpec, Answer, Ask, Ending, Fault, Fixture, GameRecord, Hall, HouseRules, Policy, Reason, Seat,
    Task, TimeControl, match_tasks, referee,
};
use ply_game::{BoardGame, Game as _, Outcome, Player, Spec, play_texts};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::infexion::Infexion;
use ply_games::simplexity::Simplexity;
use ply_games::{Visitor, families, visit};
use ply_search::Cancel;

fn agents(specs: &[&str]) -> Vec<AgentSpec> {
    specs.iter().map(|spec| spec.parse().expect("an agent")).collect()
}

fn rules(time: &str) -> HouseRules {
    HouseRules::new(time.parse::<TimeControl>().expect("a time control"))
}

fn hall<G: BoardGame>(spec: &str, start: G, specs: &[&str], rules: HouseRules) -> Hall<G> {
    Hall::new(spec.parse().expect("a spec"), start, &agents(specs), rules).expect("known agents")
}

fn play_all<G: BoardGame>(hall: &Hall<G>, tasks: &[Task]) -> Vec<GameRecord> {
    let mut records: Vec<Option<GameRecord>> = vec![None; tasks.len()];
    hall.play_all(tasks, 2, &Cancel::default(), |index, record| records[index] = Some(record));
    records.into_iter().map(|record| record.expect("every game is played")).collect()
}

#[test]
fn every_fault_of_a_built_in_agent_is_judged_with_its_reason() {
    let faults = [
        ("no-move", Reason::NoMove),
        ("repeat", Reason::IllegalMove),
        ("illegal", Reason::IllegalMove),
        ("sleep", Reason::Stall),
        ("panic", Reason::Crash),
    ];
    for (how, reason) in faults {
        let faulty = format!("faulty:how={how},after=1");
        let game = DotsAndBoxes::<u64>::new(2, 2);
        let hall = hall("dots-and-boxes:rows=2,cols=2", game, &[&faulty, "random"], rules("50ms"));
        for record in play_all(&hall, &match_tasks(2, 3)) {
            let (loser, fault) = record.forfeit().unwrap_or_else(|| panic!("{how}: {record:?}"));
            assert_eq!(fault.reason, reason, "{how}: {fault}");
            let faulty_side = if record.agents[0].starts_with("faulty") { Player::First } else { Player::Second };
            assert_eq!(loser, faulty_side, "{how}");
            assert_eq!(record.result(), Outcome::Win(loser.other()), "{how}");
            let Ending::Forfeit { ply, .. } = record.ending else { unreachable!() };
            assert_eq!(record.moves.len(), ply, "{how}: the ply is where it happened");
        }
    }
}

#[test]
fn a_panic_leaves_its_last_words() {
    let hall = hall("simplexity", Simplexity::<u64>::default(), &["faulty:how=panic", "random"], rules("1s"));
    let record = hall.play(&Task { agents: [0, 1], opening: 0, seed: 0 });
    let (_, fault) = record.forfeit().expect("a forfeit");
    assert_eq!(fault.last_words, "this agent was made to panic");
}

#[test]
fn an_agent_that_overlooks_the_clock_does_not_hold_up_the_others() {
    let specs = ["faulty:how=sleep", "random", "random:seed=1"];
    let hall = hall("simplexity", Simplexity::<u64>::default(), &specs, rules("20ms"));
    let tasks: Vec<Task> =
        (0..20).map(|n| Task { agents: if n == 0 { [0, 1] } else { [1, 2] }, opening: n, seed: n }).collect();
    let records = play_all(&hall, &tasks);
    assert!(records[0].forfeit().is_some());
    assert!(records[1..].iter().all(|record| record.forfeit().is_none()));
}

#[test]
fn a_random_move_is_made_instead_where_the_policy_says_so() {
    let rules = HouseRules { policy: Policy::RandomMove, ..rules("1s") };
    let hall = hall("simplexity", Simplexity::<u64>::default(), &["faulty:how=no-move", "faulty:how=panic"], rules);
    let record = hall.play(&Task { agents: [0, 1], opening: 0, seed: 5 });
    assert_eq!(record.ending, Ending::Rule);
    assert!(record.moves.iter().all(|mv| mv.instead_of.is_some()));
    assert_eq!(record, {
        let mut again = hall.play(&Task { agents: [0, 1], opening: 0, seed: 5 });
        again.moves.iter_mut().zip(&record.moves).for_each(|(mv, before)| mv.ms = before.ms);
        again
    });
}

#[test]
fn a_record_replays_to_its_outcome() {
    let hall =
        hall("simplexity", Simplexity::<u64>::default(), &["random", "greedy"], rules("nodes=10")).with_openings(3);
    for record in play_all(&hall, &match_tasks(40, 1)) {
        let mut game = Simplexity::<u64>::default();
        assert_eq!(record.opening.len(), 3);
        play_texts(&mut game, &record.opening.join(" ")).expect("a legal opening");
        for mv in &record.moves {
            play_texts(&mut game, &mv.text).expect("a legal move");
        }
        assert_eq!(game.outcome(), Some(record.result()));
        let line = serde_json::to_string(&record).expect("a record is JSON");
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<GameRecord>(&line).expect("a record comes back"), record);
    }
}

#[test]
fn pairs_share_their_opening_and_swap_sides() {
    let hall =
        hall("dots-and-boxes", DotsAndBoxes::default(), &["random", "greedy"], rules("nodes=1")).with_openings(4);
    let records = play_all(&hall, &match_tasks(20, 7));
    for pair in records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].agents[0], pair[1].agents[1]);
    }
    assert_ne!(records[0].opening, records[2].opening);
    let again = play_all(&hall, &match_tasks(20, 7));
    let moves = |records: &[GameRecord]| -> Vec<Vec<String>> {
        records.iter().map(|record| record.moves.iter().map(|mv| mv.text.clone()).collect()).collect()
    };
    assert_eq!(moves(&records), moves(&again), "the same seed plays the same games");
}

#[test]
fn games_can_be_ended_before_their_end() {
    let game = DotsAndBoxes::default();
    let with = |adjudication| HouseRules { adjudication, ..rules("nodes=1") };
    let task = Task { agents: [0, 1], opening: 0, seed: 1 };
    let by_plies = with(Adjudication { max_plies: Some(10), ..Adjudication::default() });
    let record = hall("dots-and-boxes", game, &["random", "random"], by_plies).play(&task);
    assert!(matches!(record.ending, Ending::Adjudication { .. }));
    assert_eq!(record.moves.len(), 10);
    let when_decided = with(Adjudication { decided: true, ..Adjudication::default() });
    let record = hall("dots-and-boxes", game, &["random", "greedy"], when_decided).play(&task);
    let [first, second] = record.scores.expect("boxes are counted");
    assert!(matches!(record.ending, Ending::Adjudication { .. }) && first.max(second) > 8, "{record:?}");
    let by_score = with(Adjudication { score: Some(50), moves: 1, ..Adjudication::default() });
    let record = hall("dots-and-boxes", game, &["greedy", "greedy"], by_score).play(&task);
    assert!(matches!(record.ending, Ending::Adjudication { .. }), "{record:?}");
}

#[test]
fn a_bank_is_one_time_for_the_whole_game() {
    let played = |spec: &str, bank: &str| {
        let start = Simplexity::<u64>::default();
        hall("simplexity", start, &[spec, "random"], rules(bank)).play(&Task { agents: [0, 1], opening: 0, seed: 1 })
    };
    assert!(played("faulty:how=hoard", "bank=20s").forfeit().is_none());
    let record = played("faulty:how=sleep", "bank=30ms");
    let (loser, fault) = record.forfeit().expect("a forfeit");
    assert_eq!((loser, fault.reason), (Player::First, Reason::Stall));
}

#[test]
fn unknown_agents_and_options_are_told_before_any_game() {
    let error = |spec: &str| {
        let start = Simplexity::<u64>::default();
        Hall::new("simplexity".parse().unwrap(), start, &agents(&["random", spec]), rules("1s"))
            .unwrap_err()
            .to_string()
    };
    assert!(error("randm").contains("did you mean 'random'?"));
    assert!(error("alpha-beta:tabel=3").contains("did you mean 'table'?"));
    assert!(error("human").contains("a person cannot sit here"));
}

struct Everybody;

impl Visitor for Everybody {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let specs: Vec<&str> = ply_agents::agents::<G>().iter().map(|agent| agent.name).collect();
        let specs: Vec<&str> = specs.into_iter().filter(|name| *name != "faulty").collect();
        let hall = Hall::new(spec.clone(), start, &agents(&specs), rules("20s,nodes=30")).expect("known agents");
        let hall = hall.with_openings(2);
        let count = specs.len();
        let tasks: Vec<Task> =
            (0..count).map(|n| Task { agents: [n, (n + 1) % count], opening: n as u64, seed: n as u64 }).collect();
        for record in play_all(&hall, &tasks) {
            assert!(record.forfeit().is_none(), "{spec}: {record:?}");
        }
    }
}

#[test]
fn every_agent_plays_its_game_without_a_fault() {
    for family in families() {
        visit(&family.name.parse().unwrap(), None, Everybody).unwrap();
    }
}

#[test]
fn the_sequential_agent_plays_columns_in_turn_and_only_where_there_are_some() {
    let start = Simplexity::<u64>::default();
    let record = hall("simplexity", start, &["sequential", "random"], rules("1s")).play(&Task {
        agents: [0, 1],
        opening: 0,
        seed: 4,
    });
    let own: Vec<&str> = record.moves.iter().filter(|mv| mv.by == 0).map(|mv| mv.text.as_str()).take(4).collect();
    assert_eq!(own, ["o0", "o1", "o2", "o3"][..own.len()]);
    let wrong = Hall::new("infexion".parse().unwrap(), Infexion::default(), &agents(&["sequential"]), rules("1s"));
    assert!(wrong.unwrap_err().to_string().starts_with("unknown agent 'sequential'; known: greedy"));
}

/// Plays the first legal move after 60 ms, and may say that it used less.
struct Late {
    used: Option<Duration>,
}

impl<G: BoardGame> Seat<G> for Late {
    fn ask(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault> {
        sleep(Duration::from_millis(60));
        Ok(Answer { mv: ask.position.move_list()[0], score: None, depth: None, used: self.used })
    }
}

#[test]
fn what_the_machine_takes_is_not_on_the_clock() {
    let start = DotsAndBoxes::<u64>::new(1, 1);
    let spec: Spec = "dots-and-boxes:rows=1,cols=1".parse().unwrap();
    let fixture = Fixture {
        spec: &spec,
        start: &start,
        start_text: None,
        opening: &[],
        agents: ["late", "late"].map(str::to_owned),
        seed: 0,
    };
    let reason = |used: Option<Duration>| {
        let (mut first, mut second) = (Late { used }, Late { used });
        let record = referee(&fixture, &rules("10ms"), [&mut first, &mut second], &mut |_| {});
        record.forfeit().map(|(_, fault)| fault.reason)
    };
    assert_eq!(reason(None), Some(Reason::Timeout));
    assert_eq!(reason(Some(Duration::from_millis(40))), Some(Reason::Timeout));
    assert_eq!(reason(Some(Duration::from_millis(20))), None);
}
