//! What a starter is in each language.

use crate::args::Language;

/// A language's starter.
pub struct Starter {
    /// Names and texts.
    pub files: &'static [(&'static str, &'static str)],
    /// What the files are, in a sentence or two.
    pub about: &'static str,
    /// The file to change.
    pub choose: &'static str,
    /// Builds and tests it, as lines of a shell.
    pub test: &'static str,
    /// Starts it.
    pub command: &'static str,
}

macro_rules! example {
    ($language:literal: $($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../../../../examples/agents/", $language, "/", $name)))),*]
    };
}

impl Language {
    pub fn starter(self) -> Starter {
        match self {
            Self::Python => Starter {
                files: example!("python": "agent.py", "ugi.py", "test_agent.py"),
                about: "`agent.py` is the agent, `test_agent.py` its test. `ugi.py` speaks with the arena where the \
                        package `plyground`, which also knows the rules, is not installed.",
                choose: "agent.py",
                test: "python3 -m unittest",
                command: "python3 agent.py",
            },
            Self::Rust => Starter {
                files: example!("rust": "Cargo.toml", "src/main.rs"),
                about: "`src/main.rs` is the agent with its test.",
                choose: "src/main.rs",
                test: "cargo test\ncargo build --release",
                command: "./target/release/agent",
            },
            Self::C => Starter {
                files: example!("c": "agent.c", "test_agent.c", "Makefile"),
                about: "`agent.c` is the agent, `test_agent.c` its test.",
                choose: "agent.c",
                test: "make agent test",
                command: "./agent",
            },
            Self::Javascript => Starter {
                files: example!("javascript": "choose.mjs", "choose.test.mjs", "agent.mjs"),
                about: "`choose.mjs` is the agent, `choose.test.mjs` its test, and `agent.mjs` speaks with the arena.",
                choose: "choose.mjs",
                test: "node --test",
                command: "node agent.mjs",
            },
            Self::Java => Starter {
                files: example!("java": "Agent.java", "AgentTest.java"),
                about: "`Agent.java` is the agent, `AgentTest.java` its test.",
                choose: "Agent.java",
                test: "javac -d classes Agent.java AgentTest.java\njava -ea -cp classes AgentTest",
                command: "java -Xmx512m -cp classes Agent",
            },
        }
    }
}
