//! `plyground results`: what a store holds: tournaments, standings, the cross table, a game, and all of it as files.

mod bracket;
mod delete;
mod together;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ply_arena::describe;
use ply_arena::export::{RatingLine, cross_table_svg, csv, json_lines, markdown, rating_plot_svg, results_tsv};
use ply_arena::plan::Plan;
use ply_arena::standings::{Line, Standings};
use ply_arena::store::{Store, StoredGame};
use ply_game::{harmless_line, nearest};
use ply_web::report::{GameLogs, Report};
use serde_json::json;

use super::run::store_path;
use crate::args::{Format, ResultsArgs};
use crate::output::{Screen, print, print_json, print_json_text, tell};

/// The forms games and tables can be written in.
const FORMS: [&str; 4] = ["jsonl", "csv", "tsv", "markdown"];

pub fn run(screen: Screen, args: &ResultsArgs) -> Result<()> {
    let format = args.format;
    let store = Store::open_to_read(&store_path(args.store.as_deref())?)?;
    if let Some(id) = &args.game {
        let game = store.game(id)?.with_context(|| format!("there is no game whose id begins with '{id}'"))?;
        return print_json(&game.record);
    }
    if args.delete {
        return delete::run(&store, args);
    }
    if args.names.len() > 1 {
        return together::run(screen, &store, args);
    }
    let Some(name) = args.names.first() else {
        if format.json {
            let all = store.list()?;
            let value = |t: &ply_arena::store::Tournament| json!({"number": t.id, "name": t.name, "games": t.games});
            return print_json(&all.iter().map(value).collect::<Vec<_>>());
        }
        return list(screen, &store);
    };
    let tournament = store.find(name)?;
    let plan = tournament.plan()?;
    let games = store.games(&tournament)?;
    if let Some(folder) = &args.report {
        return write_report(folder, &plan, &games, true, args.log.as_deref());
    }
    if let Some(form) = &args.export {
        return export(form, &plan, &games);
    }
    show_standings(screen, &tournament.name, &plan, &games, format)?;
    if args.cross && !format.json {
        print(&format!("\n{}", cross_table(screen, &standings(&plan, &games))));
    }
    if args.los && !format.json {
        print(&format!("\n{}", los_table(screen, &plan, &games)));
    }
    if args.games && !format.json {
        print(&format!("\n{}", game_table(screen, &plan, &games)));
    }
    Ok(())
}

/// Lists the tournaments of a store.
fn list(screen: Screen, store: &Store) -> Result<()> {
    let mut table = screen.table(2, &["number", "name", "games"]);
    for tournament in store.list()? {
        table.add_row([tournament.id.to_string(), harmless_line(&tournament.name, 200), tournament.games.to_string()]);
    }
    print(&format!("{}\n", table.trim_fmt()));
    Ok(())
}

fn standings(plan: &Plan, games: &[StoredGame]) -> Standings {
    plan.standings(games.iter().map(|game| (game.pairing, &game.record)))
}

fn rating_lines(plan: &Plan, games: &[StoredGame]) -> Vec<Option<RatingLine>> {
    let ratings = plan.ratings(games).ok();
    let line = |(agent, entry): (usize, &ply_arena::plan::PlanAgent)| {
        let rating = &ratings.as_ref()?.agents.get(agent)?.rating;
        Some(RatingLine { name: entry.name.clone(), rating: rating.elo, low: rating.low, high: rating.high })
    };
    plan.agents.iter().enumerate().map(line).collect()
}

/// The ratings of those who take part, the best first.
fn sorted_ratings(plan: &Plan, games: &[StoredGame]) -> Vec<RatingLine> {
    let all = rating_lines(plan, games).into_iter().zip(&plan.agents);
    let mut ratings: Vec<RatingLine> =
        all.filter(|(_, agent)| agent.aside.is_none()).filter_map(|(line, _)| line).collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    ratings
}

/// The standings with ratings, as a table for people: no column that says nothing.
pub fn standings_table(screen: Screen, plan: &Plan, games: &[StoredGame]) -> String {
    let table = StandingsTable { screen, name_width: 60, with_reasons: true };
    table.draw(plan, games, usize::MAX)
}

/// The same for a screen of so many columns, with so many lines at most.
pub fn short_table(screen: Screen, plan: &Plan, games: &[StoredGame], lines: usize, columns: usize) -> String {
    // What all other columns need.
    let name_width = columns.saturating_sub(60).clamp(8, 40);
    StandingsTable { screen, name_width, with_reasons: false }.draw(plan, games, lines)
}

struct StandingsTable {
    screen: Screen,
    name_width: usize,
    /// Why games were forfeited, beside how many.
    with_reasons: bool,
}

/// A column: its heading, whether it is shown, and a line's cell.
type Column<'a> = (&'a str, bool, Box<dyn Fn(&Line) -> String + 'a>);

impl StandingsTable {
    fn draw(&self, plan: &Plan, games: &[StoredGame], most: usize) -> String {
        let ratings = rating_lines(plan, games);
        let lines = standings(plan, games).lines;
        // Sonneborn-Berger is shown where it parts somebody.
        let tied =
            |two: &[Line]| two[0].score.points == two[1].score.points && two[0].head_to_head == two[1].head_to_head;
        let parts = lines.windows(2).any(|two| tied(two) && two[0].sonneborn_berger != two[1].sonneborn_berger);
        let any = |count: fn(&Line) -> u32| lines.iter().any(|line| count(line) > 0);
        let rating =
            |line: &Line, text: fn(&RatingLine) -> String| ratings[line.agent].as_ref().map(text).unwrap_or_default();
        let elo = |rating: &RatingLine| format!("{:+.0}", rating.rating);
        let error = |rating: &RatingLine| format!("{:.0}", (rating.high - rating.low) / 2.0);
        let columns: Vec<Column<'_>> = vec![
            ("", true, Box::new(|line| line.rank.to_string())),
            ("agent", true, Box::new(|line| harmless_line(&line.name, self.name_width))),
            ("games", true, Box::new(|line| line.score.games().to_string())),
            ("+", true, Box::new(|line| line.score.wins.to_string())),
            ("=", any(|line| line.score.draws), Box::new(|line| line.score.draws.to_string())),
            ("-", true, Box::new(|line| line.score.losses.to_string())),
            ("points", true, Box::new(|line| line.score.points.to_string())),
            ("SB", parts, Box::new(|line| line.sonneborn_berger.to_string())),
            ("Elo", true, Box::new(move |line| rating(line, elo))),
            ("+-", true, Box::new(move |line| rating(line, error))),
            ("forfeits", any(Line::all_forfeits), Box::new(|line| self.forfeits(line))),
        ];
        let shown: Vec<Column<'_>> = columns.into_iter().filter(|(_, shown, _)| *shown).collect();
        let mut table = self.screen.table(2, &shown.iter().map(|(heading, ..)| *heading).collect::<Vec<_>>());
        for line in lines.iter().take(most) {
            table.add_row(shown.iter().map(|(_, _, cell)| cell(line)).collect::<Vec<_>>());
        }
        let more = lines.len().saturating_sub(most);
        let rest = if more > 0 { format!("\n … and {more} more") } else { String::new() };
        table.trim_fmt() + &rest
    }

    fn forfeits(&self, line: &Line) -> String {
        match line.all_forfeits() {
            0 => String::new(),
            _ if self.with_reasons => faults(line),
            count => count.to_string(),
        }
    }
}

/// Forfeits with their reasons: `3 timeout, 1 crash`.
fn faults(line: &Line) -> String {
    let each: Vec<String> = line.forfeits.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    each.join(", ")
}

/// What has to be said of the standings: who does not take part, and what does not count.
fn notes(plan: &Plan, games: &[StoredGame]) -> String {
    let mut notes = Vec::new();
    for (place, reason) in plan.set_aside() {
        let played = games.iter().filter(|game| game.pairing.agents.contains(&place)).count();
        let kept = if played == 0 { String::new() } else { format!("; {played} games kept") };
        notes.push(format!("set aside: {} ({reason}{kept})", plan.agents[place].name));
    }
    let void = games.iter().filter(|game| plan.takes_part(&game.pairing) && !plan.counts(&game.pairing, &game.record));
    let void = void.count();
    if void > 0 {
        notes.push(format!("{void} walkovers are void"));
    }
    let repeated = plan.repeated(games);
    if repeated > 0 {
        notes.push(format!("{repeated} games repeat an earlier one move for move: Elo counts each once"));
    }
    let lines: String = notes.iter().map(|note| format!("{note}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// The standings with a heading above and notes below.
fn standings_text(screen: Screen, name: &str, of: &str, plan: &Plan, games: &[StoredGame]) -> String {
    let table = standings_table(screen, plan, games);
    let bracket = bracket::drawn(screen, plan, games).map(|drawn| format!("\n{drawn}")).unwrap_or_default();
    format!("{name}: {}{of} games\n\n{table}\n{bracket}{}", games.len(), notes(plan, games))
}

/// Prints how far a tournament is and its standings, as a table or as JSON.
pub fn show_standings(screen: Screen, name: &str, plan: &Plan, games: &[StoredGame], format: Format) -> Result<()> {
    if !format.json {
        let (all, complete) = describe::planned(plan, games);
        let of = if complete || plan.submissions.is_some() { String::new() } else { format!(" of {all}") };
        print(&standings_text(screen, name, &of, plan, games));
        return Ok(());
    }
    print_json(&describe::standings(name, plan, games))
}

/// Who scored what against whom, in the order of the standings.
fn cross_table(screen: Screen, standings: &Standings) -> String {
    let ranks: Vec<String> = standings.lines.iter().map(|line| line.rank.to_string()).collect();
    let mut headings = vec!["", "agent"];
    headings.extend(ranks.iter().map(String::as_str));
    let mut table = screen.table(2, &headings);
    for line in &standings.lines {
        let mut row = vec![line.rank.to_string(), line.name.clone()];
        for other in &standings.lines {
            let score = &standings.cross[line.agent][other.agent];
            row.push(if score.games() == 0 { String::new() } else { format!("{}/{}", score.points, score.games()) });
        }
        table.add_row(row);
    }
    format!("{}\n", table.trim_fmt())
}

/// How probable it is that the agent of the row is stronger than that of the column, in per cent.
fn los_table(screen: Screen, plan: &Plan, games: &[StoredGame]) -> String {
    let Ok(ratings) = plan.ratings(games) else { return "no ratings yet\n".to_owned() };
    let lines = standings(plan, games).lines;
    let ranks: Vec<String> = lines.iter().map(|line| line.rank.to_string()).collect();
    let mut headings = vec!["", "stronger than, %"];
    headings.extend(ranks.iter().map(String::as_str));
    let mut table = screen.table(2, &headings);
    for line in &lines {
        let mut row = vec![line.rank.to_string(), line.name.clone()];
        row.extend(lines.iter().map(|other| match ratings.los[line.agent][other.agent] {
            _ if other.agent == line.agent => String::new(),
            chance => format!("{:.1}", 100.0 * chance),
        }));
        table.add_row(row);
    }
    format!("{}\n", table.trim_fmt())
}

fn game_table(screen: Screen, plan: &Plan, games: &[StoredGame]) -> String {
    let mut table = screen.table(5, &["round", "game", "first", "second", "won by", "moves"]);
    for game in games {
        let round = (game.pairing.round + 1).to_string();
        let [first, second] = game.pairing.agents.map(|agent| plan.agents[agent].name.clone());
        let id: String = game.id.to_string().chars().take(10).collect();
        let reason = game.record.forfeit().map(|(_, fault)| format!(" ({})", fault.reason)).unwrap_or_default();
        let outcome = game.record.outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
        let outcome = format!("{outcome}{reason}");
        table.add_row([round, id, first, second, outcome, game.record.moves.len().to_string()]);
    }
    format!("{}\n", table.trim_fmt())
}

fn export(form: &str, plan: &Plan, games: &[StoredGame]) -> Result<()> {
    let names: Vec<&str> = plan.agents.iter().map(|agent| agent.name.as_str()).collect();
    let mut text = Vec::new();
    match form {
        "jsonl" => json_lines(games, &names, &mut text)?,
        "csv" => csv(games, &names, &mut text)?,
        "tsv" => results_tsv(&standings(plan, games), &mut text)?,
        "markdown" => text = report(plan, games, &[]).into_bytes(),
        _ => {
            let hint = nearest(form, FORMS).map(|near| format!(", did you mean '{near}'?")).unwrap_or_default();
            bail!("unknown form '{form}'{hint}; known: {}", FORMS.join(", "));
        }
    }
    let text = String::from_utf8(text)?;
    let print = if form == "jsonl" { print_json_text } else { print };
    print(&text);
    Ok(())
}

fn report(plan: &Plan, games: &[StoredGame], pictures: &[(&str, &str)]) -> String {
    let ratings = sorted_ratings(plan, games);
    markdown(plan, &standings(plan, games), &ratings, pictures)
}

/// Writes the report as pages, as Markdown with its pictures, the games and the tables into a folder. `logs`: where the
/// games' logs are; the report is then for the organisers alone. `scheduled`: it is one tournament, whose plan says what is
/// played.
pub fn write_report(
    folder: &Path,
    plan: &Plan,
    games: &[StoredGame],
    scheduled: bool,
    logs: Option<&Path>,
) -> Result<()> {
    let found = |logs: &Path| GameLogs::find(logs).with_context(|| logs.display().to_string());
    let logs = logs.map(found).transpose()?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let pages = ply_web::report::write(folder, Report { plan, games, scheduled, logs: logs.as_ref() })?;
    let write = |name: &str, text: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    let standings = standings(plan, games);
    let ratings = sorted_ratings(plan, games);
    let names: Vec<&str> = plan.agents.iter().map(|agent| agent.name.as_str()).collect();
    let pictures = [("cross table", "cross_table.svg"), ("ratings", "ratings.svg")];
    write("report.md", report(plan, games, &pictures).as_bytes())?;
    write("cross_table.svg", cross_table_svg(&standings).as_bytes())?;
    write("ratings.svg", rating_plot_svg(&ratings).as_bytes())?;
    let mut text = Vec::new();
    json_lines(games, &names, &mut text)?;
    write("games.jsonl", &text)?;
    text.clear();
    csv(games, &names, &mut text)?;
    write("games.csv", &text)?;
    text.clear();
    results_tsv(&standings, &mut text)?;
    write("results.tsv", &text)?;
    let left_out = match pages.left_out {
        0 => String::new(),
        count => format!("; {count} more are without their moves there, and with them in games.jsonl"),
    };
    tell(format!(
        "wrote index.html with {} games, and report.md, games.csv and games.jsonl, to {}{left_out}",
        pages.games,
        folder.display()
    ));
    Ok(())
}
