#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ply_fuzz::arena::session(text));
