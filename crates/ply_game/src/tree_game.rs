//! A toy game written as text, for testing searchers: any tree, any order of movers.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::{
    Drawn, Game, Hashed, Indexed, Notation, Observed, Outcome, Player, Ranked, Rng, Sampled, Scored, Symmetric,
    TextError, below, mix,
};

/// A game tree: `1[...]` and `2[...]` are positions with the first and second player to move, `+`, `-` and `=` are
/// wins for the first, for the second and draws.
///
/// ```
/// use ply_game::{Game, Player, TreeGame};
/// let tree: TreeGame = "1[- 1[2[+ =] -]]".parse().unwrap();
/// assert_eq!(tree.after(1).to_move(), Player::First); // the turn is kept
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    nodes: Arc<[Node]>,
    at: u32,
}

/// Which child: moves are numbered from 0.
pub type TreeMove = u16;

#[derive(Debug)]
enum Node {
    Inner { mover: Player, children: Vec<u32> },
    Leaf(Outcome),
}

impl TreeGame {
    /// A random tree: every inner node has 1 to `breadth` children, a random mover, and leaves from `depth` on or by
    /// chance before.
    pub fn random(rng: &mut Rng, depth: usize, breadth: u32) -> Self {
        let mut nodes = Vec::new();
        grow(&mut nodes, rng, depth, breadth, true);
        Self { nodes: nodes.into(), at: 0 }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.at as usize]
    }

    fn children(&self) -> &[u32] {
        match self.node() {
            Node::Inner { children, .. } => children,
            Node::Leaf(_) => &[],
        }
    }
}

fn grow(nodes: &mut Vec<Node>, rng: &mut Rng, depth: usize, breadth: u32, root: bool) -> u32 {
    let index = nodes.len();
    if depth == 0 || (!root && below(rng, 6) == 0) {
        nodes.push(Node::Leaf(match below(rng, 3) {
            0 => Outcome::Win(Player::First),
            1 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        }));
    } else {
        let mover = Player::BOTH[below(rng, 2) as usize];
        nodes.push(Node::Leaf(Outcome::Draw));
        let count = 1 + below(rng, breadth);
        let children = (0..count).map(|_| grow(nodes, rng, depth - 1, breadth, false)).collect();
        nodes[index] = Node::Inner { mover, children };
    }
    index as u32
}

impl PartialEq for TreeGame {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && (Arc::ptr_eq(&self.nodes, &other.nodes) || self.to_string() == other.to_string())
    }
}

impl Game for TreeGame {
    type Move = TreeMove;

    fn to_move(&self) -> Player {
        match self.node() {
            Node::Inner { mover, .. } => *mover,
            Node::Leaf(_) => Player::First,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.node() {
            Node::Inner { .. } => None,
            Node::Leaf(outcome) => Some(*outcome),
        }
    }

    fn legal_moves(&self, each: impl FnMut(TreeMove)) {
        (0..self.children().len() as TreeMove).for_each(each);
    }

    fn play(&mut self, mv: TreeMove) {
        self.at = self.children()[usize::from(mv)];
    }
}

impl Hashed for TreeGame {
    fn key(&self) -> u64 {
        mix(u64::from(self.at) + 1)
    }
}

impl Symmetric for TreeGame {}
impl Scored for TreeGame {}
impl Observed for TreeGame {}
impl Sampled for TreeGame {}

impl Ranked for TreeGame {}
impl Drawn for TreeGame {}

impl Indexed for TreeGame {
    fn move_slots(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| if let Node::Inner { children, .. } = node { children.len() } else { 0 })
            .max()
            .unwrap_or(0)
    }

    fn move_index(&self, mv: TreeMove) -> usize {
        usize::from(mv)
    }

    fn move_at(&self, index: usize) -> Option<TreeMove> {
        (index < self.move_slots()).then_some(index as TreeMove)
    }
}

impl Notation for TreeGame {
    fn move_text(&self, mv: TreeMove) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<TreeMove, TextError> {
        text.parse().map_err(|_| TextError::expected("the number of a child", text))
    }

    fn position_text(&self) -> String {
        self.at.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        match text.parse() {
            Ok(at) if (at as usize) < self.nodes.len() => Ok(Self { nodes: self.nodes.clone(), at }),
            _ => Err(TextError::expected(format_args!("a node below {}", self.nodes.len()), text)),
        }
    }
}

impl fmt::Display for TreeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node() {
            Node::Leaf(Outcome::Win(Player::First)) => f.write_str("+"),
            Node::Leaf(Outcome::Win(Player::Second)) => f.write_str("-"),
            Node::Leaf(Outcome::Draw) => f.write_str("="),
            Node::Inner { mover, children } => {
                write!(f, "{}[", mover.index() + 1)?;
                for (index, &at) in children.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" ")?;
                    }
                    Self { nodes: self.nodes.clone(), at }.fmt(f)?;
                }
                f.write_str("]")
            }
        }
    }
}

impl FromStr for TreeGame {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let tokens: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
        let mut parser = Parser { tokens: &tokens, nodes: Vec::new() };
        parser.node(0)?;
        match parser.tokens.first() {
            None => Ok(Self { nodes: parser.nodes.into(), at: 0 }),
            Some((at, c)) => Err(TextError::expected("the end", &c.to_string()).at(format_args!("character {at}"))),
        }
    }
}

struct Parser<'a> {
    tokens: &'a [(usize, char)],
    nodes: Vec<Node>,
}

impl Parser<'_> {
    /// Deep enough for every test, shallow enough for the stack.
    const DEEPEST: usize = 200;

    fn take(&mut self) -> Result<(usize, char), TextError> {
        let (&first, rest) = self.tokens.split_first().ok_or_else(|| TextError::new("the tree ends too early"))?;
        self.tokens = rest;
        Ok(first)
    }

    fn node(&mut self, depth: usize) -> Result<u32, TextError> {
        let index = self.nodes.len();
        let (at, c) = self.take()?;
        let leaf = |outcome| Node::Leaf(outcome);
        let mover = match c {
            '+' => return Ok(self.push(leaf(Outcome::Win(Player::First)))),
            '-' => return Ok(self.push(leaf(Outcome::Win(Player::Second)))),
            '=' => return Ok(self.push(leaf(Outcome::Draw))),
            '1' => Player::First,
            '2' => Player::Second,
            _ => {
                return Err(
                    TextError::expected("one of + - = 1[ 2[", &c.to_string()).at(format_args!("character {at}"))
                );
            }
        };
        if depth == Self::DEEPEST {
            return Err(TextError::new(format!("the tree is deeper than {}", Self::DEEPEST)));
        }
        let (at, bracket) = self.take()?;
        if bracket != '[' {
            return Err(TextError::expected("[", &bracket.to_string()).at(format_args!("character {at}")));
        }
        self.push(leaf(Outcome::Draw));
        let mut children = Vec::new();
        while !matches!(self.tokens.first(), Some((_, ']'))) {
            children.push(self.node(depth + 1)?);
        }
        self.take()?;
        if children.is_empty() || children.len() > usize::from(TreeMove::MAX) {
            return Err(TextError::new("a position needs a move").at(format_args!("character {at}")));
        }
        self.nodes[index] = Node::Inner { mover, children };
        Ok(index as u32)
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{contract, rng};

    #[test]
    fn a_tree_is_what_was_written() {
        let text = "1[2[+ -] 1[= + 2[- -]]]";
        let tree: TreeGame = text.parse().unwrap();
        assert_eq!(tree.to_string(), text);
    }

    #[test]
    fn a_broken_tree_is_refused_with_its_place() {
        let said = |text: &str| text.parse::<TreeGame>().unwrap_err().to_string();
        assert_eq!(said("1[+ x]"), "character 4: expected one of + - = 1[ 2[, got 'x'");
        assert_eq!(said("1[+"), "the tree ends too early");
        assert_eq!(said("1[]"), "character 1: a position needs a move");
        assert_eq!(said("+ +"), "character 2: expected the end, got '+'");
        assert_eq!(said(&"1[".repeat(300)), "the tree is deeper than 200");
    }

    #[test]
    fn random_trees_keep_the_contract() {
        for seed in 0..50 {
            let tree = TreeGame::random(&mut rng(seed), 5, 4);
            assert_eq!(tree, tree.to_string().parse().unwrap());
            contract::check(&tree, seed, 3);
        }
    }
}
