//! Which tables of endings `quadriga tables build` makes.

use crate::harness::Folder;

#[test]
fn tables_of_xiangqi_are_selected_by_attackers_and_defenders() {
    let folder = Folder::new("tables-selection");
    let plan = |words: &str| {
        let (done, said) =
            folder.outcome(&format!("tables build --variant xiangqi --folder plan --plan {words}"));
        assert!(done, "{said}");
        said
    };
    let one = plan("--attackers 1");
    assert!(one.contains("KNvKAABB: 1701000 positions, 9 MiB\n"), "{one}");
    assert!(one.ends_with("36 tables: 13572000 positions, at most 9 MiB of memory\n"), "{one}");
    assert_eq!(plan("--attackers 1v0 --defenders 0v4"), one);
    let cannon = plan("KCAvKA");
    assert!(cannon.starts_with("KCvK: ") && cannon.contains("\n4 tables: "), "{cannon}");
    let each = plan("--attackers 1v1 --defenders 0v1");
    assert!(
        each.contains("\nKRBvKN: ") && each.contains("\nKRvKNB: ") && !each.contains("KRBvKNB"),
        "{each}"
    );
    assert!(!folder.path("plan").exists(), "a plan builds nothing");
}

#[test]
fn selections_that_make_no_sense_are_refused() {
    let folder = Folder::new("tables-refused");
    for (words, expected) in [
        ("--attackers 1", "use --pieces"),
        ("--variant xiangqi --attackers 9", "up to 4"),
        ("--variant xiangqi --attackers 1 --defenders 4", "both sides"),
        ("--variant xiangqi --defenders 0v1", "--attackers"),
        ("--variant xiangqi", "required arguments"),
        ("--variant xiangqi --plan KRRCCNNPPPPPvKAABB", "too many pieces"),
    ] {
        let (done, said) = folder.outcome(&format!("tables build {words}"));
        assert!(!done && said.contains(expected), "{words}: {said}");
    }
}
