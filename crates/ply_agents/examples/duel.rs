//! Scratch: champion against others.
use ply_agents::{Turn, agent};
use ply_game::{Game, Notation, Outcome, Player, Sampled, rng};
use ply_games::simplexity::{Bits, Geometry, Simplexity, Wide};
use ply_search::{Budget, Clock, Limits, Silent};
use std::time::{Duration, Instant};

fn play<W: Bits>(start: Simplexity<W>, specs: &[String; 2], ms: u64, games: usize) {
    let (mut w, mut d, mut l) = (0, 0, 0);
    let (mut worst, mut plies) = ([0.0f64; 2], 0);
    let mut used = [0.0f64; 2];
    let mut count = [0usize; 2];
    let (mut nodes, mut depth, mut timed) = ([0u64; 2], [0u64; 2], [0u64; 2]);
    for game in 0..games {
        let mut r = rng((game / 2) as u64 + std::env::var("SEED").ok().and_then(|v| v.parse().ok()).unwrap_or(0u64));
        let mut position = start.clone();
        let mut moves = Vec::new();
        loop {
            position = start.clone();
            moves.clear();
            let k = (game / 2) % std::env::var("OPEN").ok().and_then(|v| v.parse().ok()).unwrap_or(5);
            for _ in 0..k {
                if position.outcome().is_some() {
                    break;
                }
                let mv = position.random_move(&mut r);
                moves.push(position.move_text(mv));
                position.play(mv);
            }
            if position.outcome().is_none() {
                use ply_search::Searcher as _;
                let rep = ply_search::AlphaBeta::new(
                    ply_search::Zero,
                    ply_search::AlphaBetaConfig { table_mb: Some(1), ..Default::default() },
                )
                .unwrap()
                .search(
                    &position,
                    &Budget::new(Limits { depth: Some(7), ..Limits::nodes(200000) }),
                    &mut Silent,
                );
                if !rep.score.is_decided() {
                    break;
                }
            }
        }
        let opening = moves.len();
        let swap = game % 2;
        let mut agents: Vec<_> =
            (0..2).map(|i| agent::<Simplexity<W>>(&specs[i].parse().unwrap(), game as u64).unwrap().1).collect();
        let mut made = [0, 0];
        while position.outcome().is_none() {
            let who = position.to_move().index() ^ swap;
            let budget = Budget::new(Limits::default());
            let t = Instant::now();
            let turn = Turn {
                position: position.clone(),
                clock: if ms == 0 { Clock::default() } else { Clock::per_move(Duration::from_millis(ms)) },
                moves_made: made[who],
                budget,
            };
            let dec = agents[who].choose(&turn, &mut Silent).unwrap();
            made[who] += 1;
            let e = t.elapsed().as_secs_f64() * 1000.0;
            worst[who] = worst[who].max(e);
            used[who] += e;
            count[who] += 1;
            if let (Some(n), Some(dp)) = (dec.nodes, dec.depth) {
                nodes[who] += n;
                depth[who] += dp as u64;
                timed[who] += 1;
            }
            moves.push(position.move_text(dec.mv));
            position.play(dec.mv);
            plies += 1;
        }
        if std::env::var("DUMP").is_ok() {
            eprintln!(
                "R {}",
                match position.outcome().unwrap() {
                    Outcome::Draw => 0,
                    Outcome::Win(Player::First) => 1,
                    _ => -1,
                }
            );
        }
        let first = if swap == 0 { Player::First } else { Player::Second };
        match position.outcome().unwrap() {
            Outcome::Draw => {
                d += 1;
                println!("draw op{opening} champ={first} {}", moves.join(" "));
            }
            Outcome::Win(p) if p == first => w += 1,
            _ => {
                l += 1;
                println!("LOST op{opening} champ={first} {}", moves.join(" "));
            }
        }
    }
    println!(
        "{} vs {}: +{w} ={d} -{l}  plies/game {:.1} worst ms {:.1} {:.1} knps {:.0} {:.0} depth {:.1} {:.1}",
        specs[0],
        specs[1],
        plies as f64 / games as f64,
        worst[0],
        worst[1],
        nodes[0] as f64 / used[0],
        nodes[1] as f64 / used[1],
        depth[0] as f64 / timed[0].max(1) as f64,
        depth[1] as f64 / timed[1].max(1) as f64
    );
}

fn depths(spec: &str, depth: u32) {
    let start = Simplexity::<u64>::default();
    let mut r = rng(5);
    let (mut nodes, mut n) = (0, 0);
    let t = Instant::now();
    while n < 12 {
        let mut p = start;
        for _ in 0..(6 + n % 8) {
            if p.outcome().is_none() {
                p.play(p.random_move(&mut r));
            }
        }
        if p.outcome().is_some() {
            continue;
        }
        let (_, mut th) = ply_agents::thinker::<Simplexity<u64>>(&spec.parse().unwrap(), 1).unwrap();
        let rep = th.think(&p, &Budget::new(Limits::depth(depth)), &mut Silent).unwrap();
        if rep.score.is_decided() && rep.depth < depth {
            n += 0;
            r = rng(r_next(&mut r));
            continue;
        }
        n += 1;
        nodes += rep.nodes;
    }
    println!(
        "{spec} depth {depth}: nodes {nodes} ms {:.0} knps {:.0}",
        t.elapsed().as_secs_f64() * 1e3,
        nodes as f64 / t.elapsed().as_secs_f64() / 1e3
    );
}
fn r_next(r: &mut ply_game::Rng) -> u64 {
    ply_game::below(r, 1000000) as u64
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "say" {
        for text in &a[2..] {
            let mut p = Simplexity::<u64>::default();
            ply_game::play_texts(&mut p, text).unwrap();
            println!("== {text}");
            for (s, l) in [
                ("sequential", Limits::default()),
                ("minimax", Limits::depth(3)),
                ("simpai-tasks", Limits::depth(1)),
                ("simpai", Limits::nodes(100000)),
                ("alpha-beta", Limits::nodes(200000)),
                ("champion", Limits::nodes(400000)),
            ] {
                let (_, mut th) = ply_agents::thinker::<Simplexity<u64>>(&s.parse().unwrap(), 1).unwrap();
                let r = th.think(&p, &Budget::new(l), &mut Silent).unwrap();
                println!(
                    "{s}: {} {} depth {} pv {}",
                    p.move_text(r.best),
                    r.score,
                    r.depth,
                    r.pv.iter().map(|m| p.move_text(*m)).collect::<Vec<_>>().join(" ")
                );
            }
        }
        return;
    }
    if a[1] == "deep" {
        let mut p = Simplexity::<u64>::default();
        ply_game::play_texts(&mut p, &a[3]).unwrap();
        let (_, mut th) = ply_agents::thinker::<Simplexity<u64>>(&a[2].parse().unwrap(), 1).unwrap();
        let mut sink = |r: &ply_search::Report<ply_games::simplexity::Move>| {
            println!(
                "{} {} nodes {} ms {:.0} {}",
                r.depth,
                r.score,
                r.nodes,
                r.time.as_secs_f64() * 1e3,
                r.pv.iter().map(|m| p.move_text(*m)).collect::<Vec<_>>().join(" ")
            )
        };
        th.think(&p, &Budget::new(Limits::nodes(a[4].parse().unwrap())), &mut sink);
        return;
    }
    if a[1] == "depth" {
        return depths(&a[2], a[3].parse().unwrap());
    }
    let n = |i: usize| a[i].parse::<usize>().unwrap();
    let (rows, cols, win, ms, games) = (n(1), n(2), n(3), n(4) as u64, n(5));
    let specs = [a[6].clone(), a[7].clone()];
    let g = Geometry::of(rows, cols, win);
    let (round, square) = ((rows * cols / 4) as u16, (rows * cols).div_ceil(4) as u16);
    match g.bits().div_ceil(64) {
        1 => play(Simplexity::<u64>::new(g, round, square), &specs, ms, games),
        2 => play(Simplexity::<u128>::new(g, round, square), &specs, ms, games),
        3..=4 => play(Simplexity::<Wide<4>>::new(g, round, square), &specs, ms, games),
        5..=8 => play(Simplexity::<Wide<8>>::new(g, round, square), &specs, ms, games),
        _ => play(Simplexity::<Wide<24>>::new(g, round, square), &specs, ms, games),
    }
}
