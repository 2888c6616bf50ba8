use super::*;
use crate::points::Points;
use crate::schedule::{Pairing, Results};
use crate::{Ending, GameRecord};
use ply_game::{Outcome, Player};

const LEAST: &str = "name = 'n'\ngame = 'infexion'\nagents = ['random', 'greedy']\n";

fn said(text: &str) -> String {
    Plan::from_toml(text).unwrap_err().to_string()
}

/// The error of the smallest plan with a line added.
fn said_with(line: &str) -> String {
    said(&format!("{LEAST}{line}"))
}

#[test]
fn a_small_file_has_sensible_defaults() {
    let plan = Plan::from_toml(LEAST).unwrap();
    assert_eq!(plan.format, Format::RoundRobin { rounds: 1 });
    assert_eq!((plan.pairs, plan.policy, plan.games[0].time), (1, Policy::Forfeit, default_time()));
    assert!(plan.games[0].spec.starts_with("infexion:"), "spelled in full");
    let agents = plan.agents.clone();
    assert_eq!(Plan::new("n", "infexion", agents), Ok(plan));
}

#[test]
fn everything_that_can_be_said_comes_back() {
    let plan = Plan::from_toml(
        r#"
        name = 'a "quoted" name'
        time = "first=30s,2s"
        games = ["infexion", { spec = "simplexity:rows=8,cols=9", time = "60s+1s" }]
        agents = ["random", "random", { name = "deep", spec = "minimax:depth=4" }, "cmd:./my agent --fast"]
        format = "knockout"
        extra_pairs = 2
        pairs = 3
        seed = 42
        points = { win = 3, draw = 1.5 }
        openings = { plies = 4, seed = 7, file = "suite.txt" }
        concurrency = 2
        policy = "random-move"
        grace = "0ms"
        adjudication = { max_plies = 300, score = 900, moves = 5 }
        limits = { memory = "512MiB", cpu = "90s", processes = 8, files = 64, output = "100kB" }
        "#,
    )
    .unwrap();
    assert_eq!(plan.agents[1].name, "random (2)");
    assert_eq!(plan.games[0].time.to_string(), "first=30s,2s");
    assert_eq!(plan.points.draw, Points(1500));
    assert_eq!(plan.limits.memory, Some(512 << 20));
    assert_eq!((plan.policy, plan.grace), (Policy::RandomMove, Some(Duration::ZERO)));
    assert_eq!(Plan::from_toml(&plan.to_toml()), Ok(plan));
    for format in ["gauntlet'\nchallengers = 1", "swiss", "round-robin'\nrounds = 3"] {
        let quote = if format.contains('\'') { "" } else { "'" };
        let plan = Plan::from_toml(&format!("{LEAST}format = '{format}{quote}\n")).unwrap();
        assert_eq!(Plan::from_toml(&plan.to_toml()), Ok(plan));
    }
}

#[test]
fn unknown_keys_and_words_name_their_neighbours() {
    assert_eq!(
        said_with("formt = 'swiss'"),
        "unknown key 'formt', did you mean 'format'?; known: name, game, games, agents, format, rounds, challengers, \
         extra_pairs, length, pairs, seed, time, points, openings, concurrency, policy, grace, adjudication, limits, read, \
         pondering, require, tuning, near, random, submissions, qualify, walkovers"
    );
    assert_eq!(
        said_with("format = 'swis'"),
        "format: expected one of round-robin, gauntlet, swiss, knockout, match, tuning, ladder, got 'swis', did you mean 'swiss'?"
    );
    assert_eq!(
        said_with("points = { wins = 3 }"),
        "unknown key 'points.wins', did you mean 'win'?; known: win, draw, loss"
    );
    assert_eq!(said_with("policy = 'zzz'"), "policy: expected one of forfeit, random-move, got 'zzz'");
}

#[test]
fn wrong_values_say_what_was_expected_and_what_came() {
    assert_eq!(said_with("pairs = 'two'"), "pairs: expected a whole number from 1 to 1000000, got 'two'");
    assert_eq!(said_with("pairs = 0"), "pairs: expected a whole number from 1 to 1000000, got 0");
    assert_eq!(said_with("time = 5"), "time: expected a time control such as \"200ms\" or \"60s+1s\", got 5");
    assert_eq!(said_with("time = '5'"), "time: time control '5': '5' has no unit: write 5ms or 5s");
    assert_eq!(
        said_with("adjudication = { decided = 'yes' }"),
        "adjudication.decided: expected true or false, got 'yes'"
    );
    assert_eq!(said_with("points = 3"), "points: expected a table of win, draw, loss, got 3");
    assert_eq!(
        said_with("points = { win = 0 }"),
        "points: expected win >= draw >= loss and win > loss, got win 0, draw 0.5, loss 0"
    );
    assert_eq!(
        said_with("points = { draw = 'half' }"),
        "points.draw: expected a number with at most three decimals, got 'half'"
    );
    assert_eq!(
        said_with("limits = { memory = '512' }"),
        "limits.memory: expected a whole number with a unit such as 512MiB, got '512'"
    );
    assert_eq!(said_with("challengers = 1"), "challengers: expected with format gauntlet, got round-robin");
    assert_eq!(said_with("games = []"), "games: expected either 'game' or 'games', got both");
}

#[test]
fn games_and_agents_are_built_before_anything_is_played() {
    assert_eq!(said(""), "'name' is missing: expected the tournament's name");
    assert_eq!(said("name = 'n'"), "'game' is missing: expected a game such as \"simplexity:rows=8\"");
    assert_eq!(said("name = 'n'\ngame = 'infexion'"), "'agents' is missing: expected a list of agents");
    assert_eq!(said("name = 'n'\ngame = 'infexion'\nagents = ['random']"), "agents: expected at least 2 agents, got 1");
    assert!(
        said("name = 'n'\ngame = 'infexionn'\nagents = ['random', 'greedy']")
            .starts_with("games[0]: unknown game 'infexionn', did you mean 'infexion'?")
    );
    assert_eq!(
        said("name = 'n'\ngame = 'infexion'\nagents = ['random', 'human']"),
        "agents[1]: a person cannot sit here: only agents and programs play by themselves"
    );
    assert_eq!(
        said("name = 'n'\ngame = 'infexion'\nagents = ['random', 3]"),
        "agents[1]: expected an agent such as \"minimax:depth=4\" or a table { name = ..., spec = ... }, got 3"
    );
    assert_eq!(
        said("name = 'n'\ngame = 'infexion'\nagents = ['random', 'cmd:a \"b']"),
        "agents[1]: a program: a quote is not closed in 'cmd:a \"b'"
    );
    assert_eq!(
        said("name = 'n'\ngame = 'infexion'\nagents = ['random', { spec = 'greedy', name = 'random' }]"),
        "agents[1]: expected a name of its own, got 'random' again"
    );
    assert_eq!(
        said("name = 'n'\ngames = ['infexion', { spec = 'infexion', tim = '1s' }]\nagents = ['random', 'greedy']"),
        "unknown key 'games[1].tim', did you mean 'time'?; known: spec, time"
    );
}

#[test]
fn what_is_no_toml_is_shown_with_its_line() {
    let message = said("name = 'n'\ngame = \n");
    assert!(message.contains("line 2") && message.contains("game ="), "{message}");
}

#[test]
fn a_session_file_is_a_round_robin_home_and_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("competition.txt");
    std::fs::write(&path, "# everybody\nColorShapeLinks.Common.AI.Examples.MinimaxAIThinker 2\nrandom seed=3\n")
        .unwrap();
    let plan = Plan::from_file(&path).unwrap();
    assert_eq!((plan.name.as_str(), plan.points, plan.pairs), ("competition", PointRule::THREE_ONE_ZERO, 1));
    assert!(plan.games[0].spec.starts_with("simplexity:rows=6,cols=7"));
    assert_eq!(plan.scheduler().next(&Default::default()).len(), 2);
    let missing = folder.path().join("missing.toml");
    let error = Plan::from_file(&missing).unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot read '{}': ", missing.display())), "{error}");
}

/// Plays to the end: the agent later in the list wins.
fn played(plan: &Plan) -> Vec<(Pairing, GameRecord)> {
    let (mut games, mut results, mut scheduler) = (Vec::new(), Results::default(), plan.scheduler());
    while !scheduler.done(&results) {
        for pairing in scheduler.next(&results) {
            let winner = if pairing.agents[0] > pairing.agents[1] { Player::First } else { Player::Second };
            let agents = pairing.agents.map(|agent| plan.agents[agent].spec.as_str());
            let record = GameRecord::sample(agents, Outcome::Win(winner), Ending::Rule);
            results.insert(pairing, Outcome::Win(winner));
            games.push((pairing, record));
        }
    }
    games
}

#[test]
fn standings_know_byes_and_brackets() {
    let plan = |format: &str| {
        let agents = "agents = ['random', 'greedy', 'minimax', 'alpha-beta', 'random:seed=2']";
        Plan::from_toml(&format!("name = 'n'\ngame = 'infexion'\n{agents}\nformat = '{format}'\n")).unwrap()
    };
    let standings = |plan: &Plan| {
        let games = played(plan);
        plan.standings(games.iter().map(|(pairing, record)| (*pairing, record)))
    };
    let swiss = plan("swiss");
    let Format::Swiss { rounds } = swiss.format else { panic!("asked for a Swiss") };
    let lines = standings(&swiss).lines;
    assert_eq!(lines.iter().map(|line| line.byes as usize).sum::<usize>(), rounds);
    let all: Points = lines.iter().map(|line| line.score.points).sum();
    assert_eq!(all, Points::ONE * (6 * rounds), "two games in each of two meetings, and two won by the bye");
    let knockout = standings(&plan("knockout"));
    let order: Vec<usize> = knockout.lines.iter().map(|line| line.agent).collect();
    // 4 beats 3 and then 0, 2 beats 1, 4 beats 2.
    assert_eq!(order, [4, 2, 0, 1, 3]);
    assert_eq!(knockout.lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

#[test]
fn a_file_of_openings_is_found_beside_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.toml");
    std::fs::write(&path, "game = 'infexion'\nagents = ['random', 'greedy']\nopenings = { file = 'suite.txt' }")
        .unwrap();
    let plan = Plan::from_file(&path).unwrap();
    assert_eq!(plan.name, "cup");
    assert_eq!(plan.openings.file, Some(folder.path().join("suite.txt")));
}

#[test]
fn what_programs_may_read_and_do_is_in_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.toml");
    let text = "game = 'infexion'\nagents = ['random', { name = 'Ada', spec = 'cmd:./ada', read = ['books'] }]\n\
                read = ['models']\npondering = 'stopped'\nrequire = ['namespaces']\n";
    std::fs::write(&path, text).unwrap();
    let plan = Plan::from_file(&path).unwrap();
    let limits = plan.limits_of(&plan.agents[1]);
    assert_eq!(limits.read, [folder.path().join("models"), folder.path().join("books")]);
    assert!(!limits.ponders && plan.limits_of(&plan.agents[0]).read.len() == 1);
    assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
}

#[test]
fn a_layer_that_does_not_exist_is_not_required() {
    let text = "name = 'n'\ngame = 'infexion'\nagents = ['random', 'greedy']\nrequire = ['namespace']";
    let refused = Plan::from_toml(text).unwrap_err().to_string();
    assert!(refused.starts_with("require[0]: expected one of namespaces; files; "), "{refused}");
    assert!(refused.ends_with("got 'namespace', did you mean 'namespaces'?"), "{refused}");
}

#[test]
fn agents_have_names_clocks_threads_and_options_of_their_own() {
    let text = "name = 'n'\ngame = 'infexion'\nagents = ['Ada=cmd:./ada', { name = 'Bob', spec = 'cmd:./bob', \
                time = '1s', threads = 4, options = { Hash = '64', 'Own book' = 'on' } }]";
    let plan = Plan::from_toml(text).unwrap();
    assert_eq!((plan.agents[0].name.as_str(), plan.agents[0].spec.as_str()), ("Ada", "cmd:./ada"));
    assert_eq!((plan.agents[1].threads, plan.agents[1].options["Own book"].as_str()), (Some(4), "on"));
    assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
    let line_up = crate::LineUp::new(&plan).unwrap();
    assert_eq!(line_up.threads(), 4);
    let pairings = plan.scheduler().next(&Default::default());
    let task = line_up.task(*pairings.iter().find(|pairing| pairing.agents == [0, 1]).unwrap());
    assert_eq!(task.options.map(|options| options.len()), [0, 2]);
    assert_eq!(task.run.unwrap().names, ["Ada", "Bob"]);
    assert_eq!(
        said("name = 'n'\ngame = 'infexion'\nagents = ['random', { spec = 'mcts', threads = 2 }]"),
        "agents[1].threads: expected with a program, cmd:...; the threads of an agent of ours are in its spec"
    );
}
