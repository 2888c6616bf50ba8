//! `reproduce` from outside: what is wrong is told before anything is played.

mod common;

use common::error;

#[test]
fn an_unknown_report_gets_the_nearest() {
    let said = error(&["reproduce", "pentago"]);
    assert!(said.contains("unknown report 'pentago', did you mean 'pentago-swap'?"), "{said}");
    assert!(
        error(&["reproduce", "zzz"]).contains("known: simpai, pentago-swap, colosseum, dots-and-boxes, infexion, all")
    );
}

#[test]
fn a_store_that_is_none_of_ours_and_a_page_without_a_folder_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("text.db");
    std::fs::write(&store, "this is no database, it is a text of some length").expect("it can be written");
    let store = store.to_str().expect("UTF-8");
    assert!(error(&["reproduce", "infexion", "--store", store]).contains("is no store of plyground"));
    let said = error(&["reproduce", "infexion", "--page", "no/such/folder/page.md"]);
    assert!(said.contains("--page: there is no folder 'no/such/folder'"), "{said}");
    assert!(error(&["reproduce", "infexion", "--time", "5"]).contains("has no unit"));
}
