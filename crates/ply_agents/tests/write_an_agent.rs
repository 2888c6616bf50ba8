//! The agent of the guide's page "Writing an agent in Rust", compiled and played; the page shows this very code.

use ply_agents::{AgentEntry, Mind, Points, Request, Turn, agent};
use ply_game::{Game, OptionInfo, Outcome, Player, Setting, SpecError, play_texts};
use ply_games::infexion::{Action, Infexion};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Clock, Evaluator, Hints, Leaf, Limits, Silent};

/// Power, and some points for each stack it is spread over.
struct Stacks {
    stack: i32,
}

impl Evaluator<Infexion> for Stacks {
    fn evaluate(&self, position: &Infexion) -> i32 {
        let worth = |player: Player| {
            let cells = position.cells_of(player);
            100 * position.power_on(cells) as i32 + self.stack * cells.count_ones() as i32
        };
        let mover = position.to_move();
        worth(mover) - worth(mover.other())
    }
}

/// Spreads that take enemy stacks are tried first, and played out at the horizon.
struct Captures;

impl Captures {
    fn takes(position: &Infexion, action: Action) -> bool {
        let enemy = position.to_move().other();
        let before = position.cells_of(enemy).count_ones();
        action.direction().is_some() && position.after(action).cells_of(enemy).count_ones() < before
    }
}

impl Hints<Infexion> for Captures {
    fn noisy_moves(&self, position: &Infexion, mut each: impl FnMut(Action)) {
        position.legal_moves(|action| {
            if Self::takes(position, action) {
                each(action);
            }
        });
    }

    fn promise(&self, position: &Infexion, action: Action) -> i32 {
        i32::from(Self::takes(position, action))
    }
}

const DEPTH: Setting<Option<u32>> = Setting::limit_or_off("depth", 1..=200, "plies at most");
const TABLE: Setting<usize> = Setting::megabytes("table", 16, "megabytes of the transposition table");
const STACK: Setting<u32> = Setting::number("stack", 0..=1000, 30, "points for a stack; 100 are one of power");
const OPTIONS: &[OptionInfo] = &[DEPTH.info, TABLE.info, STACK.info];

fn stacks(request: &Request) -> Result<Mind<Infexion>, SpecError> {
    let config = AlphaBetaConfig {
        table_mb: Some(request.get(&TABLE)),
        lines: request.lines,
        leaf: Leaf::Quiescence(4),
        ..AlphaBetaConfig::default()
    };
    let evaluator = Stacks { stack: request.get(&STACK) as i32 };
    let searcher = AlphaBeta::with_hints(evaluator, Captures, config).map_err(|error| request.refuse(error))?;
    Ok(Mind::searching(searcher).with_depth(request.get(&DEPTH)))
}

const ENTRY: AgentEntry<Infexion> =
    AgentEntry::new("stacks", "me", "alpha-beta over power and stacks", OPTIONS, stacks).counting(Points::Unit(300.0));

#[test]
fn a_stack_that_hangs_is_taken() {
    let (spec, mut mind) = ENTRY.mind(&"stacks:depth=2,table=1".parse().unwrap(), 0, 1).unwrap();
    assert_eq!(spec.to_string(), "stacks:depth=2,table=1,stack=30");
    let mut position = Infexion::default();
    play_texts(&mut position, "3,3 3,4").unwrap();
    let budget = Budget::new(mind.limits(&position));
    let report = mind.think(&position, &budget, &mut Silent).unwrap();
    assert!(Captures::takes(&position, report.best), "{report:?}");
}

/// A game to its end, each move with so many nodes.
fn outcome(spec: &str, opponent: &str) -> Outcome {
    let (_, first) = ENTRY.mind(&spec.parse().unwrap(), 0, 1).unwrap();
    let (_, second) = agent::<Infexion>(&opponent.parse().unwrap(), 7).unwrap();
    let mut agents = [first.into_agent(), second];
    let mut position = Infexion::default();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let budget = Budget::new(Limits::nodes(500));
        let (start, moves) = (position, Vec::new());
        let turn = Turn { position, start, moves, clock: Clock::default(), moves_made: 0, budget, waited: None };
        let decision = agents[position.to_move().index()].choose(&turn, &mut Silent).unwrap();
        position.play(decision.mv);
    }
}

#[test]
fn it_beats_an_agent_that_plays_at_random() {
    assert_eq!(outcome("stacks:table=1", "random"), Outcome::Win(Player::First));
}

#[test]
fn the_guide_shows_this_code() {
    let page = include_str!("../../../docs/src/write-an-agent-in-rust.md");
    let code = include_str!("write_an_agent.rs");
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 4, "{}", blocks.len());
    for block in blocks {
        assert!(code.contains(block), "the page shows code that is not compiled:\n{block}");
    }
}
