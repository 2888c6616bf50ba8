//! What is listed of an agent's options is what it accepts, for every agent of every game.

use ply_agents::{AgentInfo, agents, common_agents, mind, own_agents};
use ply_game::{BoardGame, Kind, OptionInfo, Options, Spec};
use ply_games::{TypeVisitor, each_type};

struct Every<F: FnMut(&AgentInfo, &dyn Fn(&str) -> Result<Spec, String>)>(F);

/// Shows each agent of each type of game, with a function that builds it from a spec and gives its full spelling.
impl<F: FnMut(&AgentInfo, &dyn Fn(&str) -> Result<Spec, String>)> TypeVisitor for Every<F> {
    fn visit<G: BoardGame>(&mut self) {
        let build = |text: &str| {
            let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
            mind::<G>(&spec, 0, 1).map(|(full, _)| full).map_err(|error| error.to_string())
        };
        for info in agents::<G>() {
            (self.0)(&info, &build);
        }
    }
}

fn every(look: impl FnMut(&AgentInfo, &dyn Fn(&str) -> Result<Spec, String>)) {
    each_type(&mut Every(look));
}

/// The texts at the ends of a listed range such as `1..200|off`, and those just beyond them.
fn ends(option: &OptionInfo) -> (Vec<String>, Vec<String>) {
    let (mut inside, mut beyond) = (Vec::new(), vec!["nonsense".to_owned(), "-1".to_owned()]);
    for part in option.kind.range_text().split('|') {
        match part.split_once("..") {
            None => inside.push(part.to_owned()),
            Some((least, most)) => {
                inside.extend([least.to_owned(), most.to_owned()]);
                beyond.extend(
                    least.parse::<u64>().ok().and_then(|least| least.checked_sub(1)).map(|one| one.to_string()),
                );
                beyond.push((most.parse::<u128>().expect("a whole number") + 1).to_string());
            }
        }
    }
    (inside, beyond)
}

/// Whether an agent with this value can be built without taking all the memory there is.
fn is_small(option: &OptionInfo, value: &str) -> bool {
    match option.kind {
        Kind::Megabytes(whole) => value == whole.least.to_string(),
        _ => true,
    }
}

#[test]
fn the_listed_range_is_what_is_accepted() {
    every(|info, build| {
        for option in info.options {
            let name = |value: &str| format!("{}:{}={value}", info.name, option.key);
            if option.kind.weights().is_some() || option.kind == Kind::File {
                assert!(build(&name("no/such/file")).unwrap_err().contains("no/such/file"), "{}", info.name);
                continue;
            }
            let (inside, beyond) = ends(option);
            for value in inside {
                let text = name(&value);
                let spec = text.parse().unwrap();
                let read = Options::read(&spec, info.options).map(|options| options.spec());
                assert_eq!(read.as_ref().map(|full| full.option(option.key)), Ok(Some(&*value)), "{text}");
                if is_small(option, &value) {
                    assert_eq!(build(&text), Ok(read.unwrap()), "{text}");
                }
            }
            for value in beyond {
                let text = name(&value);
                assert!(build(&text).unwrap_err().contains(&format!("got '{value}'")), "{text}");
            }
        }
    });
}

#[test]
fn the_full_spelling_lists_every_option_with_the_listed_default() {
    every(|info, build| {
        let full = build(info.name).unwrap();
        let listed: Vec<(String, String)> =
            info.options.iter().map(|option| (option.key.to_owned(), option.kind.default_text())).collect();
        assert_eq!(full.options, listed, "{}", info.name);
        assert_eq!(build(&full.to_string()), Ok(full));
    });
}

#[test]
fn an_option_that_is_not_listed_is_refused() {
    every(|info, build| {
        let said = build(&format!("{}:no-such-option=1", info.name)).unwrap_err();
        assert!(said.contains("has no option 'no-such-option'"), "{said}");
    });
}

#[test]
fn a_name_is_listed_once() {
    struct Names;
    impl TypeVisitor for Names {
        fn visit<G: BoardGame>(&mut self) {
            let mut names: Vec<&str> = agents::<G>().iter().map(|info| info.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all);
            assert!(common_agents().iter().chain(&own_agents::<G>()).all(|info| names.contains(&info.name)));
        }
    }
    each_type(&mut Names);
}
