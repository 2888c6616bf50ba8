//! Links between the project's own Markdown files: each leads to a file that is there, and every page of the guide is
//! in its table of contents.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::{files, root};

const CONTENTS: &str = "docs/src/SUMMARY.md";

/// Fails on the first link that leads nowhere and on a page that is not listed.
pub fn check() -> Result<()> {
    let root = root();
    let contents = fs::read_to_string(root.join(CONTENTS)).context(CONTENTS)?;
    for page in files("md")? {
        let text = fs::read_to_string(root.join(&page)).with_context(|| page.display().to_string())?;
        let folder = page.parent().unwrap_or(Path::new(""));
        for target in targets(&text).filter(|target| !target.contains("://")) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !root.join(folder).join(file).exists() {
                bail!("{}: the link to {target} leads nowhere", page.display());
            }
        }
        let listed = |name: &Path| targets(&contents).any(|target| Path::new(target) == name);
        if page != Path::new(CONTENTS) && page.strip_prefix("docs/src").is_ok_and(|name| !listed(name)) {
            bail!("{} is not in {CONTENTS}", page.display());
        }
    }
    Ok(())
}

/// What stands in the round brackets of `[text](target)`, outside of code blocks.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    let prose = text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !fence && !code
    });
    prose.flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target))
}
