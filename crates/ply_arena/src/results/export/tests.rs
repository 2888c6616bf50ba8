use super::*;
use crate::plan::Plan;
use crate::schedule::{Pairing, Results};
use crate::standings::Tally;
use crate::store::GameId;
use crate::{Ending, Fault, Reason};
use ply_game::{Outcome, Player};

fn plan() -> Plan {
    Plan::from_toml(
        "name = 'spring | cup'\ngame = 'infexion'\nseed = 3\npoints = { win = 3, draw = 1, loss = 0 }\n\
         agents = ['random', { name = 'a, \"b\" <c>', spec = 'greedy' }, 'minimax']",
    )
    .unwrap()
}

/// The first of each pair wins at home, and the last agent runs out of time when it moves second.
fn games(plan: &Plan) -> Vec<StoredGame> {
    let game = |pairing: Pairing| {
        let forfeit = pairing.agents[1] == 2;
        let fault = Fault::new(Reason::Timeout, "late");
        let ending = match forfeit {
            true => Ending::Forfeit { loser: Player::Second, ply: 2, fault },
            false => Ending::Rule,
        };
        let agents = pairing.agents.map(|agent| plan.agents[agent].spec.as_str());
        let record = GameRecord::sample(agents, Outcome::Win(Player::First), ending);
        StoredGame { id: GameId::of(&plan.name, &pairing, &record), pairing, played: 0, record }
    };
    plan.scheduler().next(&Results::default()).into_iter().map(game).collect()
}

fn names(plan: &Plan) -> Vec<&str> {
    plan.agents.iter().map(|agent| agent.name.as_str()).collect()
}

fn standings(plan: &Plan) -> Standings {
    let games = games(plan);
    plan.standings(games.iter().map(|game| (game.pairing, &game.record)))
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn json_lines_read_back_as_records() {
    let plan = plan();
    let games = games(&plan);
    let text = written(|out| json_lines(&games, &names(&plan), out));
    let records: Vec<GameRecord> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records, games.iter().map(|game| game.record.clone()).collect::<Vec<_>>());
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(first["id"], games[0].id.to_string());
}

#[test]
fn csv_quotes_what_has_commas() {
    let plan = plan();
    let text = written(|out| csv(&games(&plan), &names(&plan), out));
    assert_eq!(text.lines().count(), 7);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].split(',').count(), 16);
    assert!(lines.iter().any(|line| line.contains(",\"a, \"\"b\"\" <c>\",")), "{text}");
    assert!(lines.iter().any(|line| line.ends_with(",\"3,4\",7,first,forfeit,1,timeout,2")), "{text}");
    assert!(lines.iter().any(|line| line.ends_with(",\"3,4\",7,first,rule,,,2")), "{text}");
}

#[test]
fn results_are_names_and_points() {
    let text = written(|out| results_tsv(&standings(&plan()), out));
    assert_eq!(text, "random\t6\na, \"b\" <c>\t6\nminimax\t6\n");
}

#[test]
fn the_report_shows_names_as_they_are() {
    let plan = plan();
    let ratings = [RatingLine { name: "x_y".to_owned(), rating: 12.4, low: -3.0, high: 30.0 }];
    let report = markdown(&plan, &standings(&plan), &ratings, &[("Cross table", "my cross.svg")]);
    let expected = r"# spring \| cup

| Setting | Value |
|:--|:--|
| Game | infexion:size=7,rules=referee, 200ms |
| Format | round-robin, opening pairs a meeting: 1 |
| Points | 3 / 1 / 0 |
| Seed | 3 |

## Standings

| # | Agent | Points | Games | Won | Lost | Forfeits | Head to head | Sonneborn-Berger |
|--:|:--|--:|--:|--:|--:|--:|--:|--:|
| 1 | random | 6 | 4 | 2 | 2 | 0 | 6 | 12 |
| 1 | a, ";
    assert!(report.starts_with(expected), "{report}");
    for part in [
        "| 1 | a, \"b\" &lt;c> | 6 | 4 |",
        "\n| 2 | a, \"b\" &lt;c> | 1-0-1 | × | 1-0-1 |\n",
        "\n| minimax | timeout | 2 |\n",
        "\n| x\\_y | 12 | -3 to 30 |\n",
        "\n![Cross table](my%20cross.svg)\n",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}

/// Every element is closed, and no text has an angle bracket of its own.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, _text) = part.split_once('>').unwrap();
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
    }
    assert!(open.is_empty() && svg.ends_with("</svg>\n"));
}

#[test]
fn pictures_are_well_formed_also_at_their_extremes() {
    let svg = cross_table_svg(&standings(&plan()));
    well_formed(&svg);
    assert!(svg.contains(">1-0-1</text>") && svg.contains(">a, \"b\" &lt;c&gt;</text>"), "{svg}");
    well_formed(&cross_table_svg(&Tally::new(Vec::new(), Default::default()).standings()));
    let line = |rating, low, high| RatingLine { name: "a<b".to_owned(), rating, low, high };
    let (infinite, nothing) = (f64::INFINITY, f64::NAN);
    for ratings in [
        vec![],
        vec![line(0.0, 0.0, 0.0)],
        vec![line(800.0, 500.0, infinite), line(-800.0, -infinite, -500.0)],
        vec![line(1e-9, -1e-9, 2e-9), line(nothing, nothing, nothing), line(infinite, 0.0, infinite)],
        vec![line(20_000.0, 100.0, 1e6)],
        vec![line(700.0, 700.0, 700.0)],
        vec![line(700.0, nothing, nothing), line(0.0, -10.0, 10.0)],
    ] {
        well_formed(&rating_plot_svg(&ratings));
    }
    let svg = rating_plot_svg(&[line(100.0, 50.0, 150.0), line(-100.0, -180.0, -20.0)]);
    assert!(svg.contains(">0</text>") && svg.matches("<circle").count() == 2, "{svg}");
}
