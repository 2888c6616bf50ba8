//! The page's modules as one script that needs no loader: each becomes a function that gives back what it exports.
//!
//! Only what the page's modules use is understood: imports at the beginning of a line, of names or of everything;
//! exports of constants, functions and classes where they are declared. Anything else is an error, never a guess.

/// Why modules cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BundleError {
    /// A module imports one that there is not.
    #[error("there is no module {0}")]
    Missing(String),
    /// Modules import each other.
    #[error("{0} is imported by what it imports")]
    Circle(String),
    /// A statement of another form.
    #[error("{module}: expected an import or export of a form that is known, got '{line}'")]
    Unknown {
        /// Where.
        module: String,
        /// What.
        line: String,
    },
}

/// The script of an entry module, whose `start` is called with the `board` of each of the others.
pub(super) fn script(
    entry: &str,
    boards: &[String],
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<String, BundleError> {
    let mut bundle =
        Bundle { read, text: "\"use strict\";\n(() => {\nconst modules = {};\n".to_owned(), done: Vec::new() };
    for module in boards.iter().map(String::as_str).chain([entry]) {
        bundle.add(module, &mut Vec::new())?;
    }
    let boards: Vec<String> = boards.iter().map(|board| format!("modules[\"{board}\"].board")).collect();
    Ok(format!("{}modules[\"{entry}\"].start([{}]);\n}})();\n", bundle.text, boards.join(", ")))
}

struct Bundle<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    text: String,
    done: Vec<String>,
}

impl Bundle<'_> {
    /// Adds a module after those it imports. `above`: who is waiting for it.
    fn add(&mut self, module: &str, above: &mut Vec<String>) -> Result<(), BundleError> {
        if self.done.iter().any(|done| done == module) {
            return Ok(());
        }
        if above.iter().any(|waiting| waiting == module) {
            return Err(BundleError::Circle(module.to_owned()));
        }
        above.push(module.to_owned());
        let source = (self.read)(module).ok_or_else(|| BundleError::Missing(module.to_owned()))?;
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in source.lines() {
            if line.starts_with("import ") {
                let (names, path) = import(line).ok_or_else(|| unknown(module, line))?;
                let path = resolved(module, path).ok_or_else(|| unknown(module, line))?;
                self.add(&path, above)?;
                body.push_str(&format!("const {names} = modules[\"{path}\"];\n"));
                continue;
            }
            let declaration = line.strip_prefix("export ");
            if let Some(declaration) = declaration.filter(|rest| *rest != "{};") {
                exports.push(declared(declaration).ok_or_else(|| unknown(module, line))?);
            }
            body.push_str(declaration.unwrap_or(line));
            body.push('\n');
        }
        let exports = exports.join(", ");
        self.text.push_str(&format!("modules[\"{module}\"] = (() => {{\n{body}return {{ {exports} }};\n}})();\n"));
        above.pop();
        self.done.push(module.to_owned());
        Ok(())
    }
}

fn unknown(module: &str, line: &str) -> BundleError {
    BundleError::Unknown { module: module.to_owned(), line: line.to_owned() }
}

/// What an import binds, as the left side of a declaration, and the path it names.
fn import(line: &str) -> Option<(String, &str)> {
    let (what, path) = line.strip_prefix("import ")?.split_once(" from ")?;
    let path = path.strip_prefix('"')?.strip_suffix("\";")?;
    let names = match what.strip_prefix("* as ") {
        Some(name) => name.to_owned(),
        None if what.starts_with('{') && what.ends_with('}') => what.replace(" as ", ": "),
        None => return None,
    };
    Some((names, path))
}

/// A path relative to a module's.
fn resolved(module: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    path.starts_with('.').then(|| parts.join("/"))
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let kinds = ["const ", "function ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')?;
    (end > 0).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(modules: &[(&str, &str)]) -> Result<String, BundleError> {
        let read = |path: &str| modules.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
        script("a/main.js", &[], &read)
    }

    #[test]
    fn modules_come_once_and_after_what_they_import() {
        let text = bundled(&[
            (
                "a/main.js",
                "import * as b from \"./b.js\";\nimport { x as y } from \"../c.js\";\nexport function start() {}",
            ),
            ("a/b.js", "import { x } from \"../c.js\";\nexport {};"),
            ("c.js", "export const x = 1;"),
        ]);
        let text = text.expect("these are known forms");
        let expected = "modules[\"c.js\"] = (() => {\nconst x = 1;\nreturn { x };\n})();\n";
        assert_eq!(text.matches(expected).count(), 1, "{text}");
        assert!(text.contains("const { x: y } = modules[\"c.js\"];"), "{text}");
        assert!(text.contains("const b = modules[\"a/b.js\"];"), "{text}");
        assert!(text.find("modules[\"a/b.js\"] =") < text.find("modules[\"a/main.js\"] ="), "{text}");
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for line in
            ["export let x = 1;", "export default 1;", "import \"./c.js\";", "import x from \"./c.js\";", "import {"]
        {
            assert!(matches!(bundled(&[("a/main.js", line)]), Err(BundleError::Unknown { .. })), "{line}");
        }
        let circle = [("a/main.js", "import * as b from \"./b.js\";"), ("a/b.js", "import * as m from \"./main.js\";")];
        assert_eq!(bundled(&circle), Err(BundleError::Circle("a/main.js".to_owned())));
        assert_eq!(bundled(&circle[..1]), Err(BundleError::Missing("a/b.js".to_owned())));
    }
}
