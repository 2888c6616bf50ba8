//! The referee judges every fault of a built-in agent, and the games go on.

use std::thread::sleep;
use std::time::Duration;

use ply_arena::plan::{Format, Plan, PlanAgent};
use ply_arena::schedule::Pairing;
use ply_arena::{
    Adjudication, Answer, ArenaRules, Ask, DrawnOpenings, Ending, Fault, Fixture, GameRecord, GameUnderWay, LineUp,
    Policy, Reason, Seat, Threads, referee, run,
};
use ply_game::{BoardGame, Game as _, Outcome, Player, Spec, play_texts};
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::simplexity::Simplexity;
use ply_games::{Visitor, families, visit};
use ply_search::Cancel;

fn plan(game: &str, specs: &[&str], time: &str) -> Plan {
    let name = |(number, spec): (usize, &&str)| PlanAgent::new(format!("{number} {spec}"), *spec);
    let mut plan = Plan::new("test", game, specs.iter().enumerate().map(name).collect()).expect("a plan");
    plan.games[0].time = time.parse().expect("a time control");
    plan
}

/// So many games between the two agents of a plan.
fn as_match(plan: Plan, length: usize) -> Plan {
    Plan { format: Format::Match { length }, ..plan }
}

/// Every game of a plan in the order of its schedule.
fn play(plan: &Plan) -> Vec<(Pairing, GameRecord)> {
    let line_up = LineUp::new(plan).expect("a line-up");
    let mut games = Vec::new();
    let mut threads = Threads::new(2).expect("threads");
    let complete = run(plan, &line_up, None, &mut threads, &Cancel::default(), |progress| {
        games.push((progress.pairing, progress.record.clone()));
    });
    assert!(complete.expect("a run"), "every game is played");
    games.sort_by_key(|(pairing, _)| (pairing.round, pairing.index, pairing.agents[0] > pairing.agents[1]));
    games
}

fn records(plan: &Plan) -> Vec<GameRecord> {
    play(plan).into_iter().map(|(_, record)| record).collect()
}

/// One game of the two agents of a plan.
fn one(plan: Plan) -> GameRecord {
    records(&as_match(plan, 1)).remove(0)
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
        let games = as_match(plan("dots-and-boxes:rows=2,cols=2", &[&faulty, "random"], "50ms"), 2);
        for record in records(&games) {
            let (loser, fault) = record.forfeit().unwrap_or_else(|| panic!("{how}: {record:?}"));
            assert_eq!(fault.reason, reason, "{how}: {fault}");
            let is_faulty = record.agents[0].to_string().starts_with("faulty");
            assert_eq!(loser, if is_faulty { Player::First } else { Player::Second }, "{how}");
            assert_eq!(record.outcome, Some(Outcome::Win(loser.other())), "{how}");
            let Ending::Forfeit { ply, .. } = record.ending else { unreachable!() };
            assert_eq!(record.moves.len(), ply, "{how}: the ply is where it happened");
        }
    }
}

#[test]
fn a_panic_leaves_its_last_words() {
    let record = one(plan("simplexity", &["faulty:how=panic", "random"], "1s"));
    let (_, fault) = record.forfeit().expect("a forfeit");
    assert_eq!(fault.last_words, "this agent was made to panic");
}

#[test]
fn an_agent_that_overlooks_the_clock_does_not_hold_up_the_others() {
    let specs = ["faulty:how=sleep", "random", "random:seed=1"];
    for (pairing, record) in play(&Plan { pairs: 2, ..plan("simplexity", &specs, "20ms") }) {
        assert_eq!(record.forfeit().is_some(), pairing.agents.contains(&0), "{record:?}");
    }
}

#[test]
fn a_random_move_is_made_instead_where_the_policy_says_so() {
    let specs = ["faulty:how=no-move", "faulty:how=panic"];
    let lenient = Plan { policy: Policy::RandomMove, ..plan("simplexity", &specs, "1s") };
    let record = one(lenient.clone());
    assert_eq!(record.ending, Ending::Rule);
    assert!(record.moves.iter().all(|mv| mv.instead_of.is_some()));
    let mut again = one(lenient);
    again.moves.iter_mut().zip(&record.moves).for_each(|(mv, before)| mv.ms = before.ms);
    assert_eq!(record, again);
}

#[test]
fn a_program_that_cannot_be_started_loses_or_has_random_moves_made_for_it() {
    let specs = ["cmd:/nonexistent/program", "random"];
    let (_, fault) =
        one(plan("simplexity", &specs, "1s")).forfeit().map(|(loser, fault)| (loser, fault.clone())).unwrap();
    assert_eq!(fault.reason, Reason::Crash, "{fault}");
    let record = one(Plan { policy: Policy::RandomMove, ..plan("simplexity", &specs, "1s") });
    assert_eq!(record.ending, Ending::Rule);
    assert!(record.moves.iter().all(|mv| mv.instead_of.is_some() == (mv.by == Player::First)));
}

#[test]
fn a_record_replays_to_its_outcome() {
    let mut games = as_match(plan("simplexity", &["alpha-beta:depth=2", "greedy"], "nodes=100"), 20);
    games.openings.plies = 3;
    for record in records(&games) {
        assert_eq!(record.opening.len(), 3);
        let game = GameUnderWay::from_record(Simplexity::<u64>::default(), &record).expect("a legal game");
        assert_eq!(game.position().outcome(), record.outcome);
        // Which run it belongs to is no matter of the game.
        assert_eq!(game.record(), GameRecord { run: None, ..record.clone() });
        let line = serde_json::to_string(&record).expect("a record is JSON");
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<GameRecord>(&line).expect("a record comes back"), record);
        let mut position = *game.start();
        play_texts(&mut position, &record.opening.join(" ")).expect("a legal opening");
        for mv in &record.moves {
            let mut line = position;
            play_texts(&mut line, &mv.thought.pv.join(" ")).expect("a legal principal variation");
            play_texts(&mut position, &mv.text).expect("a legal move");
        }
    }
}

#[test]
fn pairs_share_their_opening_and_swap_sides() {
    let mut games = as_match(plan("dots-and-boxes", &["random", "greedy"], "nodes=1"), 20);
    games.openings.plies = 4;
    let played = records(&games);
    for pair in played.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].agents[0], pair[1].agents[1]);
    }
    assert_ne!(played[0].opening, played[2].opening);
    let moves = |records: &[GameRecord]| -> Vec<Vec<String>> {
        records.iter().map(|record| record.moves.iter().map(|mv| mv.text.clone()).collect()).collect()
    };
    assert_eq!(moves(&played), moves(&records(&games)), "the same seed plays the same games");
}

#[test]
fn equal_agents_do_not_play_one_game_twice() {
    let played = records(&as_match(plan("dots-and-boxes", &["random", "random"], "nodes=1"), 20));
    let lines: std::collections::BTreeSet<String> =
        played.iter().map(|record| record.move_texts().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(lines.len(), played.len());
}

#[test]
fn each_side_can_have_a_clock_of_its_own() {
    let mut odds = as_match(plan("simplexity", &["alpha-beta", "alpha-beta"], "nodes=200"), 2);
    odds.agents[1].time = Some("nodes=20".parse().unwrap());
    for (pairing, record) in play(&odds) {
        let weak = pairing.side(1).expect("it plays");
        assert_eq!(record.times[weak.index()].nodes, Some(20));
        assert_eq!(record.times[weak.other().index()].nodes, Some(200));
        let most = |side| record.moves.iter().filter(|mv| mv.by == side).filter_map(|mv| mv.thought.nodes).max();
        assert!(most(weak) < most(weak.other()), "{record:?}");
    }
}

#[test]
fn games_can_be_ended_before_their_end() {
    let with = |adjudication, specs: &[&str]| Plan { adjudication, ..plan("dots-and-boxes", specs, "nodes=1") };
    let by_plies = Adjudication { max_plies: Some(10), ..Adjudication::default() };
    let record = one(with(by_plies, &["random", "random"]));
    assert!(matches!(record.ending, Ending::Adjudication { .. }));
    assert_eq!(record.moves.len(), 10);
    let when_decided = Adjudication { decided: true, ..Adjudication::default() };
    let record = one(with(when_decided, &["random", "greedy"]));
    let [first, second] = record.scores.expect("boxes are counted");
    assert!(matches!(record.ending, Ending::Adjudication { .. }) && first.max(second) > 8, "{record:?}");
    let by_score = Adjudication { score: Some(50), moves: 1, ..Adjudication::default() };
    let record = one(with(by_score, &["greedy", "greedy"]));
    assert!(matches!(record.ending, Ending::Adjudication { .. }), "{record:?}");
}

#[test]
fn a_bank_is_one_time_for_the_whole_game() {
    let played = |spec: &str, bank: &str| one(plan("simplexity", &[spec, "random"], bank));
    assert!(played("faulty:how=hoard", "bank=20s").forfeit().is_none());
    let record = played("faulty:how=sleep", "bank=30ms");
    let (loser, fault) = record.forfeit().expect("a forfeit");
    assert_eq!((loser, fault.reason), (Player::First, Reason::Stall));
}

#[test]
fn a_plan_that_cannot_be_played_is_told_before_any_game() {
    let error = |game: &str, spec: &str| {
        let agents = ["random", spec].map(|spec| PlanAgent::new(spec, spec)).to_vec();
        let plan = Plan::new("test", game, agents).expect("it can be read");
        LineUp::new(&plan).unwrap_err().to_string()
    };
    assert!(error("simplexity", "randm").starts_with("agents[1]: unknown agent 'randm', did you mean 'random'?"));
    assert!(error("simplexity", "alpha-beta:tabel=3").contains("did you mean 'table'?"));
    assert!(error("infexion", "sequential").contains("unknown agent 'sequential'; known: greedy"));
    let mut lost = plan("simplexity", &["random", "greedy"], "1s");
    lost.openings.file = Some("no/such/file".into());
    assert!(LineUp::new(&lost).unwrap_err().to_string().starts_with("openings: no/such/file: "));
}

struct Everybody;

impl Visitor for Everybody {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, _start: G) {
        let names: Vec<&str> = ply_agents::agents::<G>().iter().map(|agent| agent.name).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| *name != "faulty").collect();
        let mut plan = plan(&spec.to_string(), &names, "20s,nodes=30");
        plan.openings.plies = 2;
        let line_up = LineUp::new(&plan).expect("known agents");
        for agent in 0..names.len() {
            let agents = [agent, (agent + 1) % names.len()];
            let number = agent as u64;
            let pairing = Pairing { round: 0, index: agent, game: 0, agents, opening: number, seed: number };
            let record = line_up.task(pairing).play(&DrawnOpenings::default(), &mut |_| {}).expect("a game");
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
fn the_sequential_agent_plays_columns_in_turn() {
    let record = one(plan("simplexity", &["sequential", "random"], "1s"));
    let own = record.moves.iter().filter(|mv| mv.by == Player::First).map(|mv| mv.text.as_str());
    let own: Vec<&str> = own.take(4).collect();
    assert_eq!(own, ["o0", "o1", "o2", "o3"][..own.len()]);
}

/// Plays the first legal move after 60 ms, and may say that it used less.
struct Late {
    used: Option<Duration>,
}

impl<G: BoardGame> Seat<G> for Late {
    fn ask(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Fault> {
        sleep(Duration::from_millis(60));
        Ok(Answer { used: self.used, ..Answer::plain(ask.position.move_list()[0]) })
    }
}

#[test]
fn what_the_machine_takes_is_not_on_the_clock() {
    let reason = |used: Option<Duration>| {
        let fixture = Fixture {
            spec: "dots-and-boxes:rows=1,cols=1".parse().unwrap(),
            start: DotsAndBoxes::<u64>::new(1, 1),
            start_text: None,
            opening: Vec::new(),
            agents: ["late", "late"].map(|agent| agent.parse().unwrap()),
            seed: 0,
        };
        let mut game = GameUnderWay::new(fixture, ArenaRules::new("10ms".parse().unwrap()));
        let (mut first, mut second) = (Late { used }, Late { used });
        referee(&mut game, [&mut first, &mut second], &mut |_| {});
        game.record().forfeit().map(|(_, fault)| fault.reason)
    };
    assert_eq!(reason(None), Some(Reason::Timeout));
    assert_eq!(reason(Some(Duration::from_millis(40))), Some(Reason::Timeout));
    assert_eq!(reason(Some(Duration::from_millis(20))), None);
}
