//! Nothing is tested here: a test of this crate makes `cargo test` build the extension, which is then tested from Python
//! without compiling the workspace again.
