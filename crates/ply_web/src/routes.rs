//! Every address with what answers it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequest, FromRequestParts, OriginalUri, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get, post};
use serde::de::DeserializeOwned;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use crate::allowance::Allowance;
use crate::config::Config;
use crate::desk::Desk;
use crate::memory::Memory;
use crate::problem::Problem;
use crate::queue::Queue;
use crate::sessions::{self, Sessions};
use crate::tournaments::Archive;
use crate::{about, answers, catalogue, guard, page, tournaments};

/// What all answers share.
pub(crate) type AppState = Arc<App>;

pub(crate) struct App {
    pub(crate) config: Config,
    /// For positions and games.
    pub(crate) desk: Desk,
    /// For the store, which may take its time.
    pub(crate) reading: Desk,
    pub(crate) queue: Queue,
    pub(crate) memory: Arc<Memory>,
    pub(crate) streams: Arc<Allowance>,
    pub(crate) sessions: Sessions,
    pub(crate) archive: Archive,
}

/// Where the API lives.
pub(crate) const API: &str = "/api/v1";

type Route = (&'static str, fn() -> MethodRouter<AppState>);

/// Every address of the API, below [`API`]. `openapi.json` says the same for people.
pub(crate) const ROUTES: &[Route] = &[
    ("/openapi.json", || get(about::openapi)),
    ("/status", || get(about::status)),
    ("/games", || get(catalogue::games)),
    ("/games/{game}", || get(catalogue::game)),
    ("/games/{game}/agents", || get(catalogue::agents)),
    ("/position", || get(answers::position)),
    ("/record", || get(answers::record)),
    ("/analysis", || get(answers::analysis)),
    ("/review", || get(answers::review)),
    ("/sessions", || post(sessions::routes::create)),
    ("/sessions/{id}", || get(sessions::routes::show).delete(sessions::routes::delete)),
    ("/sessions/{id}/record", || get(sessions::routes::record)),
    ("/sessions/{id}/moves", || post(sessions::routes::play)),
    ("/sessions/{id}/undo", || post(sessions::routes::undo)),
    ("/sessions/{id}/resign", || post(sessions::routes::resign)),
    ("/sessions/{id}/events", || get(sessions::routes::events)),
    ("/tournaments", || get(tournaments::list)),
    ("/tournaments/{tournament}", || get(tournaments::show)),
    ("/tournaments/{tournament}/games", || get(tournaments::games)),
    ("/tournaments/{tournament}/games/{id}", || get(tournaments::game)),
    ("/tournaments/{tournament}/games/{id}/record", || get(tournaments::record)),
    ("/tournaments/{tournament}/events", || get(tournaments::events)),
];

/// The page and the API as one service.
pub fn app(config: Config) -> Router {
    let limits = config.limits;
    let answers = Allowance::new("bytes of long answers under way", limits.answers);
    let app = Arc::new(App {
        desk: Desk::new(limits.searches, &answers),
        reading: Desk::new(limits.searches, &answers),
        queue: Queue::new(&limits),
        memory: Memory::new(limits.all_memory),
        streams: Allowance::new("event streams", limits.streams),
        sessions: Sessions::new(limits, config.store.clone()),
        archive: Archive::new(config.store.clone()),
        config,
    });
    let api = ROUTES.iter().fold(Router::new(), |api, (path, answer)| api.route(path, answer()));
    let compress = CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(1024).and(NotForContentType::const_new("text/event-stream")));
    Router::new()
        .nest(API, api.fallback(nowhere))
        .fallback(get(page::file))
        .method_not_allowed_fallback(wrong_method)
        .layer(compress)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn nowhere(OriginalUri(uri): OriginalUri) -> Problem {
    let path: String = uri.path().chars().take(100).collect();
    Problem::missing(format!("the API has no '{path}'; it is described by /api/v1/openapi.json"))
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address exists, but not for this method")
}

fn panicked(_panic: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a mistake in the server; please report it").into_response()
}

/// A name in the path.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let axum::extract::Path(name) = axum::extract::Path::<String>::from_request_parts(parts, state).await?;
        Ok(Self(name))
    }
}

/// A query, or a problem that says what is wrong with it.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let axum::extract::Query(query) = axum::extract::Query::<T>::from_request_parts(parts, state).await?;
        Ok(Self(query))
    }
}

/// A body of JSON, or a problem that says what is wrong with it.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let axum::Json(body) = axum::Json::<T>::from_request(request, state).await?;
        Ok(Self(body))
    }
}
