#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| ply_fuzz::arena::ugi_serve(input));
