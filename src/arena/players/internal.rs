//! Our own engine, in this very process: no pipes, no texts.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::arena::{MoveScore, PlayerSpec, TimeControl};
use crate::base::{Move, Notation, Score};
use crate::engine::Engine;
use crate::eval::Evaluator;
use crate::search::{
    Clock, Control, Feature, Features, Limits, Listener, Overrides, Parameters, Report, SearchResult, Skill,
};

use super::{Decision, Fault, Patience, Player, Reply, Terms, Thoughts, Turn};

/// Our own engine as a player. It knows the options `Threads`, `Hash`, `Move Overhead`, `Skill Level`, `UCI_Elo`
/// and `Contempt`, with the meanings that they have in the protocol. Beside them it takes what serves experiments with the
/// search: every number of [`Parameters`] by its name, and `Without`, the names of [`Feature`]s to do without, with commas
/// between.
///
/// It searches on the thread that asks it, as a thread for each of many short searches would cost too much; a
/// [`Watch`] ends those that take too long.
pub struct Internal<E: Evaluator> {
    engine: Engine<E>,
    overhead: Duration,
    contempt: i32,
    soft_nodes: Option<u64>,
    strength: Skill,
    features: Features,
    overrides: Overrides,
    watch: Arc<Watch>,
}

/// Holds a search inside this process on a leash, from another thread.
#[derive(Debug, Default)]
pub struct Watch(Mutex<Option<(Arc<Control>, Instant)>>);

impl Watch {
    /// Ends the search that is running, if any, where `stop` is set or its patience is at an end.
    pub fn look(&self, stop: &AtomicBool) {
        let search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((control, until)) = &*search
            && (stop.load(Relaxed) || Instant::now() >= *until)
        {
            control.stop();
        }
    }

    /// Takes the leash of a search that begins, or drops that of one that is over.
    pub(super) fn set(&self, search: Option<(Arc<Control>, Instant)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }
}

const DEFAULT_HASH_MIB: usize = 16;

impl<E: Evaluator> Internal<E> {
    /// An engine with the options of `spec`.
    ///
    /// # Errors
    /// Where there is no such option, or it cannot have the value; where there is not enough memory.
    pub fn new(spec: &PlayerSpec) -> Result<Self, Fault> {
        let (mut hash, mut threads, mut overhead, mut strength) = (DEFAULT_HASH_MIB, 1, 0, Skill::Full);
        let (mut contempt, mut soft_nodes) = (0, None);
        let (mut features, mut overrides) = (Features::ALL, Overrides::default());
        for (name, value) in &spec.options {
            let number = |min: i64, max: i64| {
                let fits = value.parse().ok().filter(|value| (min..=max).contains(value));
                fits.ok_or_else(|| {
                    Fault::Unfit(format!(
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
        let engine = Engine::new(hash, threads).map_err(|error| Fault::Unfit(error.to_string()))?;
        Ok(Self {
            engine,
            overhead: Duration::from_millis(overhead),
            contempt,
            soft_nodes,
            strength,
            features,
            overrides,
            watch: Arc::default(),
        })
    }

    fn limits(&self, turn: &Turn<'_, E::Position>) -> Limits {
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
fn without(names: &str) -> Result<Features, Fault> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).try_fold(
        Features::ALL,
        |features, name| {
            let feature = Feature::from_name(name).ok_or_else(|| {
                Fault::Unfit(format!("option Without: the search has no part called {name:?}"))
            })?;
            Ok(features.without(feature))
        },
    )
}

fn override_parameter(overrides: &mut Overrides, name: &str, value: &str) -> Result<(), Fault> {
    if !Parameters::has(name) {
        return Err(Fault::Unfit(format!("the internal engine has no option called {name:?}")));
    }
    let number =
        value.parse().map_err(|_| Fault::Unfit(format!("option {name}: {value:?} is not a whole number")))?;
    overrides.set(name, number).map_err(|error| Fault::Unfit(error.to_string()))
}

impl<E: Evaluator> Player<E::Position> for Internal<E> {
    fn new_game(&mut self, _terms: &Terms<'_, E::Position>, _patience: &Patience<'_>) -> Result<(), Fault> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, E::Position>) -> Result<Reply, Fault> {
        let patience = turn.patience();
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        let mut ear = Ear(None);
        self.watch.set(Some((Arc::clone(&control), patience.until)));
        self.engine.search_here(turn.game.position(), &self.limits(turn), &control, &mut ear);
        self.watch.set(None);
        let elapsed = started.elapsed();
        patience.check()?;
        let Some(answer) = ear.0 else {
            return Err(Fault::Crashed("its search ended without an answer".to_owned()));
        };
        if answer.panics > 0 {
            return Err(Fault::Crashed("its search panicked".to_owned()));
        }
        let decision = match answer.best {
            Some(best) => Decision::Move(best),
            None => turn.read("(none)", &<E::Position as Notation>::Options::default()),
        };
        let thoughts = Thoughts {
            score: Some(score(answer.score)),
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
        };
        Ok(Reply { decision, elapsed, thoughts, offers_draw: false })
    }

    fn watch(&self) -> Option<Arc<Watch>> {
        Some(Arc::clone(&self.watch))
    }
}

/// Keeps what a search comes to.
struct Ear(Option<SearchResult>);

impl Listener for Ear {
    fn report(&mut self, _report: &Report) {}

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.0 = Some(result.clone());
    }
}

/// A score as the protocol tells it: mates in moves of the winner.
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
            Internal::<ChessEvaluator>::new(&spec).map(|player| (player.features, player.overrides))
        };
        let (features, _) = player("without", "Aspiration, probcut").expect("known parts");
        assert!(!features.has(Feature::Aspiration) && !features.has(Feature::ProbCut));
        assert!(features.has(Feature::Futility));
        let (_, overrides) = player("Delta", "123").expect("a known parameter");
        assert_eq!(overrides.over(ChessEvaluator::PARAMETERS).margins.delta, 123);
        for (name, value) in [
            ("Without", "Everything"),
            ("delta", "much"),
            ("singular", "-1"),
            ("del", "1"),
            ("SoftNodes", "0"),
        ] {
            assert!(matches!(player(name, value), Err(Fault::Unfit(_))), "{name} {value}");
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
