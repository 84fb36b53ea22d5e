//! This engine as a player, inside the process.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::arena::{MoveScore, PlayerSpec, TimeControl};
use crate::base::{Move, Notation, Score};
use crate::engine::Engine;
use crate::games;
use crate::search::{
    Clock, Control, Feature, Features, Limits, Listener, Overrides, Parameters, Report, SearchResult, Skill,
};

use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

/// Our own engine as a player. It knows the options `Threads`, `Hash`, `Move Overhead`, `Skill Level`, `UCI_Elo`
/// and `Contempt`, with the meanings that they have in the protocol. Beside them it takes what serves experiments with the
/// search: every number of [`Parameters`] by its name, and `Without`, the names of [`Feature`]s to do without, with commas
/// between.
///
/// It searches on the thread that asks it, as a thread for each of many short searches would cost too much; a
/// [`Watchdog`] ends those that take too long.
pub struct Internal<G: games::Game> {
    engine: Engine<G::Evaluator>,
    overhead: Duration,
    contempt: i32,
    soft_nodes: Option<u64>,
    strength: Skill,
    features: Features,
    overrides: Overrides,
    watchdog: Arc<Watchdog>,
}

/// Lets another thread stop a search of a player inside this process.
#[derive(Debug, Default)]
pub struct Watchdog(Mutex<Option<(Arc<Control>, Instant)>>);

impl Watchdog {
    /// Stops the current search, if any, if `stop` is set or its deadline has passed.
    pub fn check(&self, stop: &AtomicBool) {
        let search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((control, until)) = &*search
            && (stop.load(Relaxed) || Instant::now() >= *until)
        {
            control.stop();
        }
    }

    /// Registers the current search, or `None` when it is over.
    pub(super) fn set(&self, search: Option<(Arc<Control>, Instant)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }
}

const DEFAULT_HASH_MIB: usize = 16;

impl<G: games::Game> Internal<G> {
    /// An engine with the options of `spec`.
    ///
    /// # Errors
    /// Where there is no such option, or it cannot have the value; where there is not enough memory.
    pub fn new(spec: &PlayerSpec) -> Result<Self, PlayerError> {
        let (mut hash, mut threads, mut overhead, mut strength) = (DEFAULT_HASH_MIB, 1, 0, Skill::Full);
        let (mut contempt, mut soft_nodes) = (0, None);
        let (mut features, mut overrides) = (Features::ALL, Overrides::default());
        for (name, value) in &spec.options {
            let number = |min: i64, max: i64| {
                let fits = value.parse().ok().filter(|value| (min..=max).contains(value));
                fits.ok_or_else(|| {
                    PlayerError::Unusable(format!(
                        "option {name}: {value:?} is not a whole number from {min} to {max}"
                    ))
                })
            };
            match name.to_ascii_lowercase().as_str() {
                "hash" => hash = number(1, 1 << 25)? as usize,
                "threads" => threads = number(1, 1024)? as usize,
                "move overhead" => overhead = number(0, 5000)? as u64,
                "skill level" => {
                    strength = Skill::from_skill(number(0, Skill::MAX_SKILL.into())? as u32, 0);
                }
                "contempt" => {
                    let most = i64::from(Limits::MOST_CONTEMPT);
                    contempt = number(-most, most)? as i32;
                }
                "softnodes" => soft_nodes = Some(number(1, i64::MAX)? as u64),
                "uci_elo" => {
                    let elo = number(Skill::MIN_ELO.into(), Skill::MAX_ELO.into())?;
                    strength = Skill::from_elo(elo as u32, 0);
                }
                "without" => features = without(value)?,
                _ => override_parameter(&mut overrides, name, value)?,
            }
        }
        let engine = Engine::new(hash, threads).map_err(|error| PlayerError::Unusable(error.to_string()))?;
        Ok(Self {
            engine,
            overhead: Duration::from_millis(overhead),
            contempt,
            soft_nodes,
            strength,
            features,
            overrides,
            watchdog: Arc::default(),
        })
    }

    fn limits(&self, turn: &Turn<'_, G::Position>) -> Limits {
        let mut limits = Limits {
            overhead: self.overhead,
            contempt: self.contempt,
            soft_nodes: self.soft_nodes,
            strength: self.strength,
            features: self.features,
            overrides: self.overrides.clone(),
            lines: 1,
            ..Limits::default()
        };
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

/// All features but those that `names` lists.
fn without(names: &str) -> Result<Features, PlayerError> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).try_fold(
        Features::ALL,
        |features, name| {
            let feature = Feature::from_name(name).ok_or_else(|| {
                PlayerError::Unusable(format!("option Without: the search has no feature called {name:?}"))
            })?;
            Ok(features.without(feature))
        },
    )
}

fn override_parameter(overrides: &mut Overrides, name: &str, value: &str) -> Result<(), PlayerError> {
    if !Parameters::has(name) {
        return Err(PlayerError::Unusable(format!("the internal engine has no option called {name:?}")));
    }
    let number = value
        .parse()
        .map_err(|_| PlayerError::Unusable(format!("option {name}: {value:?} is not a whole number")))?;
    overrides.set(name, number).map_err(|error| PlayerError::Unusable(error.to_string()))
}

impl<G: games::Game> Player<G::Position> for Internal<G> {
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
        let mut listener = ResultListener(None);
        self.watchdog.set(Some((Arc::clone(&control), deadline.until)));
        self.engine.search_here(turn.game.position(), &self.limits(turn), &control, &mut listener);
        self.watchdog.set(None);
        let elapsed = started.elapsed();
        deadline.check()?;
        let Some(answer) = listener.0 else {
            return Err(PlayerError::Crashed("its search ended without a result".to_owned()));
        };
        let action = match answer.best {
            Some(best) => PlayerAction::Move(best),
            None => turn.read("(none)", &<G::Position as Notation>::Options::default()),
        };
        let search_info = SearchInfo {
            score: Some(score(answer.score)),
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
        };
        Ok(Reply { action, elapsed, search_info, offers_draw: false })
    }

    fn watchdog(&self) -> Option<Arc<Watchdog>> {
        Some(Arc::clone(&self.watchdog))
    }
}

/// Keeps the result of a search.
struct ResultListener(Option<SearchResult>);

impl Listener for ResultListener {
    fn report(&mut self, _report: &Report) {}

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.0 = Some(result.clone());
    }
}

/// A score as UCI reports it: mates in moves of the winner.
pub(super) fn score(score: Score) -> MoveScore {
    match score.mate_distance() {
        Some(plies) if plies > 0 => MoveScore::Mate((plies + 1) / 2),
        Some(plies) => MoveScore::Mate(plies / 2),
        None => MoveScore::Cp(score.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::PlayerKind;
    use crate::eval::ChessEvaluator;
    use crate::search::Evaluator;

    #[test]
    fn the_search_can_be_experimented_with() {
        let player = |name: &str, value: &str| {
            let spec = PlayerSpec {
                name: "self".to_owned(),
                kind: PlayerKind::Internal,
                options: vec![(name.to_owned(), value.to_owned())],
                time: TimeControl::Depth(1),
                margin: PlayerSpec::MARGIN,
                patience: PlayerSpec::PATIENCE,
            };
            Internal::<games::Chess>::new(&spec).map(|player| (player.features, player.overrides))
        };
        let (features, _) = player("without", "Aspiration, probcut").expect("known parts");
        assert!(!features.has(Feature::Aspiration) && !features.has(Feature::ProbCut));
        assert!(features.has(Feature::Futility));
        let (_, overrides) = player("Delta", "123").expect("a known parameter");
        assert_eq!(overrides.over(ChessEvaluator::PARAMETERS).delta, 123);
        for (name, value) in [
            ("Without", "Everything"),
            ("delta", "much"),
            ("singular", "-1"),
            ("del", "1"),
            ("SoftNodes", "0"),
        ] {
            assert!(matches!(player(name, value), Err(PlayerError::Unusable(_))), "{name} {value}");
        }
    }

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!(score(Score::mate_at(1)), MoveScore::Mate(1));
        assert_eq!(score(Score::mate_at(3)), MoveScore::Mate(2));
        assert_eq!(score(Score::mated_at(2)), MoveScore::Mate(-1));
        assert_eq!(score(Score::mated_at(0)), MoveScore::Mate(0));
        assert_eq!(score(Score::new(-31)), MoveScore::Cp(-31));
    }
}
