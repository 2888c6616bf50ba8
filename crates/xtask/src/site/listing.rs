//! Which files a site has: for its service worker, and for whoever wants to know what they weigh.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{LIST, files, slashed};

/// What the service worker does not keep: browsers look after these themselves.
const UNLISTED: [&str; 2] = [LIST, "service-worker.js"];

/// When a file is fetched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// With the page.
    Page,
    /// With the first game, or when the browser has nothing else to do.
    Rest,
    /// When it is needed.
    Seldom,
}

const GROUPS: [(When, &str, &str); 3] = [
    (When::Page, "page", "the page"),
    (When::Rest, "rest", "rules and agents, puzzles"),
    (When::Seldom, "seldom", "the book of Dots-and-Boxes"),
];

fn when(name: &str) -> When {
    if name.ends_with(".bin") {
        When::Seldom
    } else if name.starts_with("puzzles/") || name.starts_with("site/engine/") || name == "site/worker.js" {
        When::Rest
    } else {
        When::Page
    }
}

/// Whether a file is of the site with this list.
pub fn has(list: &str, name: &str) -> bool {
    list.contains(&format!("{name:?}")) || (!list.is_empty() && UNLISTED.contains(&name))
}

/// Writes the list, with a version that changes with any byte of any file, and prints what the files weigh.
pub fn write(out: &Path) -> Result<()> {
    let mut listed: [Vec<String>; 3] = Default::default();
    let mut sizes = [(0, 0); 3];
    let mut version = 0xcbf2_9ce4_8422_2325_u64;
    for path in files(out)? {
        let name = slashed(&path);
        if UNLISTED.contains(&name.as_str()) {
            continue;
        }
        let bytes = fs::read(out.join(&path)).with_context(|| name.clone())?;
        // CITE: FNV-1a
        for byte in name.bytes().chain(bytes.iter().copied()) {
            version = (version ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&bytes)?;
        let group = GROUPS.iter().position(|(group, ..)| *group == when(&name)).expect("every file has its time");
        sizes[group].0 += bytes.len();
        sizes[group].1 += packed.finish()?.len();
        listed[group].push(format!("{name:?}"));
    }
    let lists: String =
        GROUPS.iter().zip(&listed).map(|((_, key, _), names)| format!("  {key}: [{}],\n", names.join(", "))).collect();
    fs::write(out.join(LIST), format!("self.plyground = {{\n  version: \"{version:016x}\",\n{lists}}};\n"))?;
    println!("{:<28} {:>6} {:>10} {:>10}", "", "files", "kB", "kB gzip");
    for (((_, _, about), names), (raw, packed)) in GROUPS.iter().zip(&listed).zip(sizes) {
        println!("{about:<28} {:>6} {:>10.1} {:>10.1}", names.len(), raw as f64 / 1e3, packed as f64 / 1e3);
    }
    Ok(())
}
