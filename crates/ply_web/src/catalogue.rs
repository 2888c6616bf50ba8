//! Which games there are, and who plays them.

use axum::Json;
use ply_agents::AgentInfo;
use ply_arena::describe;
use ply_game::{BoardGame, Spec};
use ply_games::{FamilyInfo, Visitor, families, visit};
use serde_json::Value;

use crate::page;
use crate::problem::Problem;
use crate::routes::Name;
use crate::thinking;

/// `GET games`
pub(crate) async fn games() -> Json<Vec<Value>> {
    Json(families().iter().map(listed).collect())
}

/// `GET games/{game}`
pub(crate) async fn game(Name(name): Name) -> Result<Json<Value>, Problem> {
    find(&name).map(Json)
}

/// `GET games/{game}/agents`
pub(crate) async fn agents(Name(name): Name) -> Result<Json<Vec<Value>>, Problem> {
    find(&name)?;
    let agents = visit(&name.parse()?, None, Askable)?;
    Ok(Json(agents.iter().map(describe::agent).collect()))
}

struct Askable;

impl Visitor for Askable {
    type Output = Vec<AgentInfo>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Vec<AgentInfo> {
        thinking::askable::<G>()
    }
}

fn find(name: &str) -> Result<Value, Problem> {
    let families = families();
    let names = || families.iter().map(|family| family.name);
    let family = families.iter().find(|family| family.name == name);
    family.map(listed).ok_or_else(|| {
        let known = names().collect::<Vec<_>>().join(", ");
        Problem::missing(format!("unknown game; known: {known}"))
    })
}

/// A game, and whether the page has a board of its own for it.
fn listed(family: &FamilyInfo) -> Value {
    let mut value = describe::family(family);
    value["board"] = page::has_board(family.name).into();
    value
}
