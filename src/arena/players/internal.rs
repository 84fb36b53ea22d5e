//! This engine as a player in the same process, without pipes and text.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::arena::{MoveScore, PlayerSpec, TimeControl};
use crate::base::{Move, Notation, OptionKind, Score, lock};
use crate::engine::{Engine, EngineOptions, engine_option, load_weights};
use crate::games::Game;
use crate::search::{Clock, Control, Limits, Listener, Report, SearchResult, SearchTables};

use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// This engine as a player. It has all options of [`EngineOptions`], including those for experiments with the search
/// and the search parameters.
///
/// It searches on the calling thread, because a thread for each of many short searches would be too expensive; a
/// [`Watchdog`] ends searches that take too long.
pub struct Internal<G: Game> {
    engine: Engine<G>,
    options: EngineOptions,
    watchdog: Arc<Watchdog>,
}

/// Ends a search inside this process from another thread.
#[derive(Debug, Default)]
pub struct Watchdog(Mutex<Option<(Arc<Control>, Instant)>>);

impl Watchdog {
    /// Ends the running search, if any, if `stop` is set or its deadline has passed.
    pub fn check(&self, stop: &AtomicBool) {
        let search = lock(&self.0);
        if let Some((control, until)) = &*search
            && (stop.load(Relaxed) || Instant::now() >= *until)
        {
            control.stop();
        }
    }

    /// Starts watching a search, which is stopped at this time; `None` when it is over.
    pub(super) fn set(&self, search: Option<(Arc<Control>, Instant)>) {
        *lock(&self.0) = search;
    }
}

/// Keeps the result of a search, and the last principal variation if requested.
#[derive(Default)]
struct SearchOutcome {
    wants_pv: bool,
    result: Option<SearchResult>,
    pv: Vec<Move>,
}

impl Listener for SearchOutcome {
    fn report(&mut self, report: &Report) {
        if self.wants_pv && report.line == 1 {
            self.pv.clone_from(&report.moves);
        }
    }

    fn done(&mut self, result: &SearchResult) {
        self.result = Some(result.clone());
    }
}

/// The seed of limited strength's mistakes: the same in every game, so that games are reproducible.
const SEED: u64 = 0;

impl<G: Game> Internal<G> {
    /// An engine with the options of `spec`.
    ///
    /// # Errors
    /// If there is no such option, its value is not valid, or there is not enough memory.
    pub fn new(spec: &PlayerSpec) -> Result<Self, PlayerError> {
        let options = options(&spec.options)?;
        let unusable = |error: &dyn std::fmt::Display| PlayerError::Unusable(error.to_string());
        let mut engine =
            Engine::new(options.hash_mib(), options.threads()).map_err(|error| unusable(&error))?;
        let weights = load_weights::<G>(options.evaluation(), options.eval_file());
        engine.set_weights(weights.map_err(|error| unusable(&error))?);
        let tables = G::INFO.tables.map(|kind| options.tables_path(kind)).unwrap_or_default();
        if !tables.is_empty() {
            G::Position::load_tables(&tables).map_err(|error| unusable(&error))?;
        }
        Ok(Self { engine, options, watchdog: Arc::default() })
    }

    fn limits(&self, turn: &Turn<'_, G::Position>) -> Limits {
        let mut limits = Limits { soft_nodes: self.options.soft_nodes(), ..Limits::default() };
        let clock = turn.clock();
        match clock.control() {
            TimeControl::Clock { increment, .. } => {
                let moves_to_go = clock.moves_to_go();
                limits.clock = Some(Clock { remaining: clock.allowed(), increment, moves_to_go });
            }
            TimeControl::MoveTime(time) => limits.move_time = Some(time),
            TimeControl::Nodes(nodes) => limits.nodes = Some(nodes),
            TimeControl::Depth(depth) => limits.depth = Some(depth),
        }
        limits
    }
}

/// The engine's options with these settings.
fn options(settings: &[(String, String)]) -> Result<EngineOptions, PlayerError> {
    let mut options = EngineOptions::in_process();
    let mut sets_elo = false;
    for (name, value) in settings {
        let spec = engine_option(name).map(|option| option.spec);
        if spec.is_some_and(|spec| spec.kind == OptionKind::Button) {
            return Err(PlayerError::Unusable(format!("option {name}: there is nothing to set")));
        }
        sets_elo |= spec.is_some_and(|spec| spec.name == "UCI_Elo");
        options.set(name, value).map_err(|error| PlayerError::Unusable(error.to_string()))?;
    }
    if sets_elo && !options.limit_strength() {
        return Err(PlayerError::Unusable(
            "option UCI_Elo has no effect without UCI_LimitStrength".to_owned(),
        ));
    }
    Ok(options)
}

impl<G: Game> Player<G::Position> for Internal<G> {
    fn new_game(
        &mut self,
        _new_game: &NewGame<'_, G::Position>,
        _deadline: &Deadline<'_>,
    ) -> Result<(), PlayerError> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G::Position>) -> Result<Reply, PlayerError> {
        let deadline = turn.deadline();
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        let mut outcome = SearchOutcome { wants_pv: turn.wants_pv, ..SearchOutcome::default() };
        self.watchdog.set(Some((Arc::clone(&control), deadline.until)));
        let limits = self.limits(turn);
        self.engine.set_search_options(self.options.search_options(&limits, SEED, G::INFO.tables));
        self.engine.search_here(turn.game.position(), limits, control, &mut outcome);
        self.watchdog.set(None);
        let elapsed = started.elapsed();
        deadline.check()?;
        let Some(answer) = outcome.result else {
            return Err(PlayerError::Crashed("its search ended without an answer".to_owned()));
        };
        if answer.panics > 0 {
            return Err(PlayerError::Crashed("its search panicked".to_owned()));
        }
        let action = match answer.best {
            Some(best) => PlayerAction::Move(best),
            None => turn.read("(none)", &<G::Position as Notation>::Options::default()),
        };
        let search_info = SearchInfo {
            score: Some(score(answer.score)),
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
            pv: String::new(),
        };
        let is_of_best = outcome.pv.first().copied() == answer.best;
        let pv = if is_of_best { outcome.pv } else { Vec::new() };
        Ok(Reply { action, elapsed, search_info, pv, offers_draw: false })
    }

    fn watchdog(&self) -> Option<Arc<Watchdog>> {
        Some(Arc::clone(&self.watchdog))
    }
}

/// A score in the form used by protocols, with mates in moves of the winner.
pub(super) fn score(score: Score) -> MoveScore {
    match score.mate_distance() {
        Some(plies) if plies > 0 => MoveScore::Mate((plies + 1) / 2),
        Some(plies) => MoveScore::Mate(plies / 2),
        None => MoveScore::Cp(score.value()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::PlayerKind;
    use crate::games::{Chess, Game};
    use crate::search::{Feature, Skill};

    fn player(options: &[(&str, &str)]) -> Result<Internal<crate::games::Chess>, PlayerError> {
        Internal::new(&PlayerSpec {
            name: "self".to_owned(),
            kind: PlayerKind::Internal,
            options: options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            time: TimeControl::Depth(1),
            margin: PlayerSpec::MARGIN,
            patience: PlayerSpec::PATIENCE,
        })
    }

    #[test]
    fn options_are_those_of_the_engine() {
        let options = [
            ("threads", "2"),
            ("Hash", "3"),
            ("UCI_Elo", "700"),
            ("UCI_LimitStrength", "true"),
            ("Without", "ProbCut"),
            ("SoftNodes", "900"),
            ("Delta", "123"),
        ];
        let player = player(&options).expect("known options and values");
        assert_eq!((player.options.threads(), player.options.hash_mib()), (2, 3));
        assert_eq!(player.options.soft_nodes(), Some(900));
        let options = player.options.search_options(&Limits::default(), SEED, None);
        assert_eq!(options.skill, Skill::from_elo(700, SEED));
        assert_eq!(options.overhead, Duration::ZERO);
        assert!(!options.features.has(Feature::ProbCut));
        assert_eq!(options.overrides.over(Chess::SETTINGS.parameters).delta, 123);
    }

    #[test]
    fn invalid_options_are_rejected() {
        for (name, value) in [
            ("Without", "Everything"),
            ("delta", "much"),
            ("singular", "-1"),
            ("del", "1"),
            ("SoftNodes", "-1"),
            ("Clear Hash", ""),
            ("UCI_Elo", "700"),
            ("Hash", "0"),
        ] {
            assert!(matches!(player(&[(name, value)]), Err(PlayerError::Unusable(_))), "{name} {value}");
        }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(score(Score::mate_at(1)), MoveScore::Mate(1));
        assert_eq!(score(Score::mate_at(3)), MoveScore::Mate(2));
        assert_eq!(score(Score::mated_at(2)), MoveScore::Mate(-1));
        assert_eq!(score(Score::mated_at(0)), MoveScore::Mate(0));
        assert_eq!(score(Score::new(-31)), MoveScore::Cp(-31));
    }
}
