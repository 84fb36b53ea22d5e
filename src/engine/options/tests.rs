use super::*;
use crate::search::Parameters;

fn with(settings: &[(&str, &str)]) -> EngineOptions {
    let mut options = EngineOptions::default();
    for (name, value) in settings {
        options.set(name, value).expect("a known option and value");
    }
    options
}

fn applied(settings: &[(&str, &str)], limits: &Limits) -> SearchOptions {
    with(settings).search_options(limits, 7, Some(TableKind::Syzygy))
}

#[test]
fn names_differ_and_defaults_are_in_range() {
    for (index, EngineOption { spec, effect, .. }) in ENGINE_OPTIONS.iter().enumerate() {
        let same = |other: &EngineOption| other.spec.is_called(spec.name);
        assert_eq!(ENGINE_OPTIONS.iter().position(same), Some(index), "{}", spec.name);
        assert!(!Parameters::has(spec.name), "{}", spec.name);
        let mut options = EngineOptions::default();
        assert_eq!(options.set(spec.name, &spec.default().to_string()), Ok(*effect), "{}", spec.name);
        assert_eq!(options, EngineOptions::default(), "{}", spec.name);
    }
}

#[test]
fn every_option_has_its_own_field() {
    for EngineOption { spec, .. } in ENGINE_OPTIONS {
        let value = match spec.kind {
            OptionKind::Button => continue,
            OptionKind::Check { default } => (!default).to_string(),
            OptionKind::Spin { default, min, max } => (if default == max { min } else { max }).to_string(),
            OptionKind::Combo { choices, .. } => choices[1].to_owned(),
            OptionKind::Text => "ProbCut".to_owned(),
        };
        let mut options = EngineOptions::default();
        options.set(spec.name, &value).unwrap();
        assert_ne!(options, EngineOptions::default(), "{}", spec.name);
    }
}

#[test]
fn options_are_applied_to_searches() {
    let in_process = EngineOptions::in_process();
    assert_eq!(in_process.search_options(&Limits::default(), 0, None).overhead, Duration::ZERO);
    let overhead = Duration::from_millis(10);
    let tables = TableRules { enabled: false, ..TableRules::default() };
    let usual = SearchOptions { overhead, tables, ..SearchOptions::default() };
    assert_eq!(applied(&[], &Limits::default()), usual);
    assert_eq!(with(&[]).soft_nodes(), None);
    let settings = [
        ("multipv", "3"),
        ("NODESTIME", "5"),
        ("SoftNodes", "900"),
        ("Contempt", "40"),
        ("UCI_Elo", "700"),
        ("without", "Aspiration, probcut"),
        ("Delta", "123"),
    ];
    let options = applied(&settings, &Limits::default());
    assert_eq!(with(&settings).soft_nodes(), Some(900));
    assert_eq!((options.lines.get(), options.nodes_as_time.map(NonZeroU64::get)), (3, Some(5)));
    assert_eq!((options.contempt, options.skill), (40, Skill::Full));
    assert_eq!(options.features, Features::ALL.without(Feature::Aspiration).without(Feature::ProbCut));
    let mut overrides = Overrides::default();
    overrides.set("delta", "123").unwrap();
    assert_eq!(options.overrides, overrides);
    let limited = [("UCI_Elo", "700"), ("UCI_LimitStrength", "true"), ("Skill Level", "20")];
    assert_eq!(applied(&limited, &Limits::default()).skill, Skill::from_elo(700, 7));
}

#[test]
fn contempt_is_ignored_in_analysis() {
    let contempt = [("Contempt", "40")];
    assert_eq!(applied(&contempt, &Limits { infinite: true, ..Limits::default() }).contempt, 0);
    let analysis = [("Contempt", "40"), ("UCI_AnalyseMode", "true")];
    assert_eq!(applied(&analysis, &Limits::default()).contempt, 0);
}

#[test]
fn variety_is_ignored_in_analysis_and_has_a_seed_that_clients_can_set() {
    let variety = |settings: &[(&str, &str)], limits: &Limits| {
        applied(settings, limits).variety.map(|variety| (variety.margin, variety.seed))
    };
    let varied = ("Variety", "15");
    assert_eq!(variety(&[], &Limits::default()), None);
    assert_eq!(variety(&[varied], &Limits::default()), Some((15, 8)));
    assert_eq!(variety(&[varied, ("VarietySeed", "99")], &Limits::default()), Some((15, 99)));
    assert_eq!(variety(&[varied], &Limits { infinite: true, ..Limits::default() }), None);
    assert_eq!(variety(&[varied, ("UCI_AnalyseMode", "true")], &Limits::default()), None);
    let mut options = EngineOptions::default();
    options.set("Variety", "1").unwrap();
    for seed in [0, 1, u64::MAX] {
        let drawn = options.variety(seed).unwrap().seed;
        assert_eq!(options.clone().set("VarietySeed", &drawn.to_string()), Ok(OptionEffect::None));
    }
}

#[test]
fn overhead_is_at_most_a_tenth_of_a_fixed_move_time() {
    let time = |millis| Some(Duration::from_millis(millis));
    let overhead = |millis| applied(&[], &Limits { move_time: time(millis), ..Limits::default() }).overhead;
    assert_eq!((Some(overhead(50)), Some(overhead(5000))), (time(5), time(10)));
}

#[test]
fn rejected_options_change_nothing() {
    let mut options = EngineOptions::default();
    for (name, value, message) in [
        ("Colour", "red", "no option is called \"Colour\""),
        ("Hash", "0", "option Hash: \"0\" is not a whole number from 1 to 33554432"),
        ("Ponder", "yes", "option Ponder: \"yes\" is not true or false"),
        ("Without", "Everything", "option Without: \"Everything\" is not a feature of the search"),
        ("singular", "-1", "option singular: \"-1\" is not a whole number from 0 to 200"),
        ("delta", "much", "option delta: \"much\" is not a whole number from 0 to 32000"),
    ] {
        let error = options.set(name, value).expect_err("it cannot be set");
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(options, EngineOptions::default());
}
