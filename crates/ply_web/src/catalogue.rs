//! Which games there are, and who plays them.

use axum::Json;
use ply_arena::describe;
use ply_games::families;
use serde_json::Value;

use crate::problem::Problem;
use crate::routes::Name;
use crate::thinking;

/// `GET games`
pub(crate) async fn games() -> Json<Vec<Value>> {
    Json(families().iter().map(describe::family).collect())
}

/// `GET games/{game}`
pub(crate) async fn game(Name(name): Name) -> Result<Json<Value>, Problem> {
    find(&name).map(Json)
}

/// `GET games/{game}/agents`
pub(crate) async fn agents(Name(name): Name) -> Result<Json<Vec<Value>>, Problem> {
    find(&name)?;
    Ok(Json(thinking::askable().iter().map(describe::agent).collect()))
}

fn find(name: &str) -> Result<Value, Problem> {
    let families = families();
    let names = || families.iter().map(|family| family.name);
    let family = families.iter().find(|family| family.name == name);
    family.map(describe::family).ok_or_else(|| {
        let known = names().collect::<Vec<_>>().join(", ");
        Problem::missing(format!("unknown game; known: {known}"))
    })
}
