#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| ply_fuzz::spec(input.0, input.1));
