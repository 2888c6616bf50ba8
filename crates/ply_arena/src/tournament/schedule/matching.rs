//! Perfect matchings in general graphs, and the best of them from the top down.
//!
//! [`perfect`] is Edmonds' blossom algorithm with the graph as a dense table: each augmentation costs O(n²) and the
//! contractions it meets, O(n³) in all. [`top_down`] then fixes partners one by one in the order of everybody's
//! wishes: a wish is granted when the rest can still be matched, which is one augmentation away from what was known.
// CITE: J. Edmonds, Paths, trees, and flowers, 1965; with bases as in https://e-maxx.ru/algo/matching_edmonds

const NOBODY: usize = usize::MAX;

/// Who may be matched with whom; symmetric.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    size: usize,
    edges: Vec<bool>,
}

impl Graph {
    pub(super) fn new(size: usize, edge: impl Fn(usize, usize) -> bool) -> Self {
        let edges = (0..size * size).map(|place| (place / size, place % size)).map(|(a, b)| a != b && edge(a, b));
        Self { size, edges: edges.collect() }
    }

    fn edge(&self, a: usize, b: usize) -> bool {
        self.edges[a * self.size + b]
    }

    /// Takes everything away from a node, so that it matches nobody.
    fn remove(&mut self, node: usize) {
        for other in 0..self.size {
            self.edges[node * self.size + other] = false;
            self.edges[other * self.size + node] = false;
        }
    }
}

/// Everybody's partner, if everybody can have one.
pub(super) fn perfect(graph: &Graph) -> Option<Vec<usize>> {
    let mut partner = vec![NOBODY; graph.size];
    (0..graph.size).all(|node| partner[node] != NOBODY || augment(graph, &mut partner, node)).then_some(partner)
}

/// The matching in which the first node has the partner it wishes most among all perfect matchings, then the first of
/// those left, and so on. `wishes` gives the partners a node may get among those left, the dearest first.
pub(super) fn top_down(mut graph: Graph, wishes: impl Fn(usize, &[usize]) -> Vec<usize>) -> Option<Vec<[usize; 2]>> {
    let mut partner = perfect(&graph)?;
    let mut left: Vec<usize> = (0..graph.size).collect();
    let mut pairs = Vec::new();
    while let Some(&top) = left.first() {
        let mut granted = None;
        for wish in wishes(top, &left).into_iter().filter(|wish| graph.edge(top, *wish)) {
            if let Some(matching) = with_pair(&graph, &partner, top, wish) {
                granted = Some((wish, matching));
                break;
            }
        }
        let (wish, matching) = granted?;
        partner = matching;
        graph.remove(top);
        graph.remove(wish);
        left.retain(|node| *node != top && *node != wish);
        pairs.push([top, wish]);
    }
    Some(pairs)
}

/// A perfect matching that has the pair `a`, `b`, made from one that may not.
fn with_pair(graph: &Graph, partner: &[usize], a: usize, b: usize) -> Option<Vec<usize>> {
    let mut matching = partner.to_vec();
    if partner[a] == b {
        return Some(matching);
    }
    let lonely = partner[a];
    matching[lonely] = NOBODY;
    matching[partner[b]] = NOBODY;
    (matching[a], matching[b]) = (b, a);
    let mut rest = graph.clone();
    rest.remove(a);
    rest.remove(b);
    augment(&rest, &mut matching, lonely).then_some(matching)
}

/// One search for an alternating path from `root` to somebody without a partner; flips it if there is one.
fn augment(graph: &Graph, partner: &mut [usize], root: usize) -> bool {
    let mut search = Search {
        graph,
        partner,
        parent: vec![NOBODY; graph.size],
        base: (0..graph.size).collect(),
        outer: vec![false; graph.size],
        queue: vec![root],
    };
    search.outer[root] = true;
    let Some(mut end) = search.find(root) else { return false };
    while end != NOBODY {
        let before = search.parent[end];
        let next = search.partner[before];
        (search.partner[end], search.partner[before]) = (before, end);
        end = next;
    }
    true
}

struct Search<'a> {
    graph: &'a Graph,
    partner: &'a mut [usize],
    /// The node before this one on the path from the root, for inner nodes and within blossoms.
    parent: Vec<usize>,
    /// The base of the blossom a node is in.
    base: Vec<usize>,
    /// Reached by a path of even length: its edges are looked at.
    outer: Vec<bool>,
    queue: Vec<usize>,
}

impl Search<'_> {
    fn find(&mut self, root: usize) -> Option<usize> {
        let mut head = 0;
        while let Some(&node) = self.queue.get(head) {
            head += 1;
            for other in 0..self.graph.size {
                if !self.graph.edge(node, other) || self.base[node] == self.base[other] || self.partner[node] == other {
                    continue;
                }
                let partner = self.partner[other];
                if other == root || (partner != NOBODY && self.parent[partner] != NOBODY) {
                    self.contract(node, other);
                } else if self.parent[other] == NOBODY {
                    self.parent[other] = node;
                    if partner == NOBODY {
                        return Some(other);
                    }
                    self.outer[partner] = true;
                    self.queue.push(partner);
                }
            }
        }
        None
    }

    /// Makes one node of the odd circle that the edge between two outer nodes closes.
    fn contract(&mut self, a: usize, b: usize) {
        let base = self.common_base(a, b);
        let mut blossom = vec![false; self.graph.size];
        self.mark(&mut blossom, a, base, b);
        self.mark(&mut blossom, b, base, a);
        for node in 0..self.graph.size {
            if blossom[self.base[node]] {
                self.base[node] = base;
                if !self.outer[node] {
                    self.outer[node] = true;
                    self.queue.push(node);
                }
            }
        }
    }

    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut seen = vec![false; self.graph.size];
        let mut node = a;
        loop {
            node = self.base[node];
            seen[node] = true;
            if self.partner[node] == NOBODY {
                break;
            }
            node = self.parent[self.partner[node]];
        }
        let mut node = self.base[b];
        while !seen[node] {
            node = self.base[self.parent[self.partner[node]]];
        }
        node
    }

    fn mark(&mut self, blossom: &mut [bool], mut node: usize, base: usize, mut child: usize) {
        while self.base[node] != base {
            let partner = self.partner[node];
            blossom[self.base[node]] = true;
            blossom[self.base[partner]] = true;
            self.parent[node] = child;
            child = partner;
            node = self.parent[partner];
        }
    }
}

#[cfg(test)]
mod tests {
    use ply_game::{below, rng};

    use super::*;

    /// Whether everybody can have a partner, by trying.
    fn brute_force(graph: &Graph, free: u32) -> bool {
        if free == 0 {
            return true;
        }
        let a = free.trailing_zeros() as usize;
        let rest = free & (free - 1);
        (0..graph.size).any(|b| rest >> b & 1 == 1 && graph.edge(a, b) && brute_force(graph, rest & !(1 << b)))
    }

    #[test]
    fn a_perfect_matching_is_found_exactly_when_there_is_one() {
        let mut rng = rng(3);
        let mut found = 0;
        for trial in 0..2000 {
            let size = 2 + 2 * (trial % 5);
            let mut table = vec![false; size * size];
            for a in 0..size {
                for b in 0..a {
                    let edge = below(&mut rng, 10) < 3;
                    (table[a * size + b], table[b * size + a]) = (edge, edge);
                }
            }
            let graph = Graph::new(size, |a, b| table[a * size + b]);
            let matching = perfect(&graph);
            assert_eq!(matching.is_some(), brute_force(&graph, (1 << size) - 1));
            if let Some(partner) = matching {
                found += 1;
                assert!((0..size).all(|a| partner[partner[a]] == a && graph.edge(a, partner[a])));
            }
        }
        assert!((200..1800).contains(&found), "{found}");
    }

    #[test]
    fn the_first_gets_the_best_that_leaves_a_partner_for_all() {
        // A path 0-1-2-3 and 0-2: if 0 took 2, 1 and 3 would be left alone.
        let graph = Graph::new(4, |a, b| matches!((a.min(b), a.max(b)), (0, 1) | (1, 2) | (2, 3) | (0, 2)));
        let pairs = top_down(graph, |_, left| left.iter().rev().copied().collect());
        assert_eq!(pairs, Some(vec![[0, 1], [2, 3]]));
    }
}
