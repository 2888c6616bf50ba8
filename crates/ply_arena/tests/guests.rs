//! Players whom the program that runs the arena brings along.

use std::sync::Arc;

use ply_arena::plan::{Plan, PlanAgent};
use ply_arena::schedule::Results;
use ply_arena::{DrawnOpenings, Ending, Fault, GameRecord, Guest, Guests, LineUp, Premises, Reason};

fn plan() -> Plan {
    let agents = vec![PlanAgent::new("guest", "guest:own"), PlanAgent::new("random", "random")];
    Plan::new("guests", "dots-and-boxes:rows=1,cols=1", agents).expect("a plan")
}

/// Both games of a pair against `random`; the guest answers every question alike.
fn play(answer: Result<&'static str, Reason>) -> Vec<GameRecord> {
    let guest: Guest = Arc::new(move |_, _| {
        Ok(Box::new(move |turn| {
            let free =
                ["h0,0", "h1,0", "v0,0", "v0,1"].into_iter().find(|edge| !turn.moves.iter().any(|mv| mv == edge));
            let answer = answer.map_err(|reason| Fault::new(reason, "on purpose"))?;
            Ok(if answer == "free" { free.expect("an edge is left").to_owned() } else { answer.to_owned() })
        }))
    });
    let mut guests = Guests::default();
    guests.bring("own", guest);
    let line_up = LineUp::with_guests(&plan(), &guests).expect("the guest was brought");
    let pairings = plan().scheduler().next(&Results::default());
    let (drawn, premises) = (DrawnOpenings::default(), Premises { guests, ..Premises::default() });
    let play = |pairing| line_up.task(pairing).play_at(&premises, &drawn, &mut |_| {}).expect("a game");
    pairings.into_iter().map(play).collect()
}

#[test]
fn a_guest_plays_by_text() {
    let records = play(Ok("free"));
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.ending == Ending::Rule && record.moves.len() == 4), "{records:?}");
    let sides = [0, 1].map(|game| records[game].agents.iter().position(|agent| agent.to_string() == "guest:own"));
    assert!(sides == [Some(0), Some(1)] || sides == [Some(1), Some(0)], "{sides:?}");
}

#[test]
fn a_guest_is_judged_as_everybody() {
    let reason = |answer| play(answer)[0].forfeit().map(|(_, fault)| fault.reason);
    assert_eq!(reason(Ok("h9,9")), Some(Reason::IllegalMove));
    assert_eq!(reason(Err(Reason::NoMove)), Some(Reason::NoMove));
    assert_eq!(reason(Err(Reason::Crash)), Some(Reason::Crash));
}

#[test]
fn a_guest_whom_nobody_brought_is_refused() {
    let refused = LineUp::new(&plan()).expect_err("nobody brought it");
    let sentence = "agents[0]: guest:own: only the program that brings this guest can seat it";
    assert_eq!(refused.to_string(), sentence);
}
