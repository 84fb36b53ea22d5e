//! Legal move generation. Most moves do not touch any point that the general's safety depends on
//! ([`Standing::sensitive_origins`], [`Standing::sensitive_targets`]), and are either all legal or all illegal; the
//! others are tested individually on the resulting board.

use crate::base::{Illegality, MoveList, Side};
use crate::games::cchess::{DIAGONAL_STEPS, Piece, PieceKind, Point, PointSet};

use super::geometry::{BOARD, Board, PAWNS_TO_WIN, home, pawn_steps_of, pawn_steps_of_all, surroundings};
use super::illegal;
use super::moves::{Action, FileSet, choices, price};
use super::safety::{BoardView, Standing};

/// The target points of interest.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// The targets for all pieces except pawns.
    pieces: PointSet,
    /// The targets for pawns that are not home yet.
    pawns: PointSet,
    /// The targets for pawns at home.
    pawns_home: PointSet,
}

/// Generates the legal moves of the side to move.
pub struct Generator<'a> {
    board: &'a Board,
    standing: &'a Standing,
    us: Side,
    own: PointSet,
    enemy: PointSet,
}

impl<'a> Generator<'a> {
    /// A generator for this board, with `us` to move and its general's safety given.
    #[inline]
    pub fn new(board: &'a Board, us: Side, standing: &'a Standing) -> Self {
        Self { board, standing, us, own: board.side(us), enemy: board.side(!us) }
    }

    /// Whether the game is over because the side not to move has five pawns at home.
    #[inline]
    pub fn is_lost(&self) -> bool {
        (self.board.pieces(PieceKind::Pawn, !self.us) & home(!self.us)).len() >= PAWNS_TO_WIN
    }

    /// All points.
    #[inline]
    pub fn anywhere(&self) -> Wanted {
        let open = BOARD.without(self.own).without(self.board.pieces(PieceKind::General, !self.us));
        Wanted { pieces: open, pawns: open, pawns_home: open }
    }

    /// The targets of noisy steps: captures, and points where a pawn goes home.
    #[inline]
    pub fn noisy(&self) -> Wanted {
        let captures = self.anywhere().pieces & self.enemy;
        let entries = home(self.us).without(self.own | self.enemy);
        Wanted { pieces: captures, pawns: captures | entries, pawns_home: captures }
    }

    /// The targets of quiet steps.
    #[inline]
    pub fn quiet(&self) -> Wanted {
        let open = BOARD.without(self.own | self.enemy);
        Wanted { pieces: open, pawns: open.without(home(self.us)), pawns_home: open }
    }

    /// Calls `visit` with each piece's legal steps to wanted points, until it returns `false`.
    #[inline(always)]
    fn steps(&self, wanted: Wanted, mut visit: impl FnMut(Point, PointSet) -> bool) {
        let _ = self.safe_origin_steps(PieceKind::Pawn, wanted, &mut visit)
            && self.other_steps(wanted, &mut visit);
    }

    /// Like [`Generator::steps`], but without the pawns that can leave their points safely. Returns whether `visit`
    /// always returned `true`.
    #[inline(always)]
    fn other_steps(&self, wanted: Wanted, visit: &mut impl FnMut(Point, PointSet) -> bool) -> bool {
        // One call for each kind, so that each is specialised at compile time.
        self.safe_origin_steps(PieceKind::Advisor, wanted, visit)
            && self.safe_origin_steps(PieceKind::Elephant, wanted, visit)
            && self.safe_origin_steps(PieceKind::Horse, wanted, visit)
            && self.safe_origin_steps(PieceKind::Chariot, wanted, visit)
            && self.safe_origin_steps(PieceKind::Cannon, wanted, visit)
            && self.sensitive_origin_steps(wanted, visit)
            && visit(self.board.general(self.us), self.general_steps(wanted))
    }

    /// Calls `visit` with the legal steps of each piece of this kind that can leave its point safely. Returns whether
    /// `visit` always returned `true`.
    #[inline(always)]
    fn safe_origin_steps(
        &self,
        kind: PieceKind,
        wanted: Wanted,
        visit: &mut impl FnMut(Point, PointSet) -> bool,
    ) -> bool {
        let standing = self.standing;
        let harmless =
            if standing.is_settled() { BOARD.without(standing.sensitive_targets) } else { PointSet::EMPTY };
        for from in self.board.pieces(kind, self.us).without(standing.sensitive_origins) {
            let targets = self.targets(kind, from, wanted);
            let doubtful = targets & standing.sensitive_targets;
            let mut legal = targets & harmless;
            if doubtful.any() {
                legal |= self.filter(kind, from, doubtful);
            }
            if !visit(from, legal) {
                return false;
            }
        }
        true
    }

    /// Calls `visit` with the legal steps of each piece whose departure may affect the general's safety. Returns
    /// whether `visit` always returned `true`.
    #[inline]
    fn sensitive_origin_steps(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(Point, PointSet) -> bool,
    ) -> bool {
        for from in self.own & self.standing.sensitive_origins {
            if let Some(piece) = self.board.piece_at(from) {
                let targets = self.targets(piece.kind, from, wanted);
                if targets.any() && !visit(from, self.filter(piece.kind, from, targets)) {
                    return false;
                }
            }
        }
        true
    }

    /// The general's legal steps to wanted points.
    #[inline]
    fn general_steps(&self, wanted: Wanted) -> PointSet {
        let pieces = BoardView::now(self.board);
        let from = self.board.general(self.us);
        let mut legal = self.targets(PieceKind::General, from, wanted);
        for to in legal {
            if !pieces.general_may_step(self.us, from, to) {
                legal.remove(to);
            }
        }
        legal
    }

    /// The wanted points that a piece can reach by its movement, ignoring its general's safety.
    #[inline]
    fn targets(&self, kind: PieceKind, from: Point, wanted: Wanted) -> PointSet {
        let points = match kind {
            PieceKind::Pawn if home(self.us).contains(from) => wanted.pawns_home,
            PieceKind::Pawn => wanted.pawns,
            _ => wanted.pieces,
        };
        self.reach(kind, from) & points
    }

    /// The points that a piece can reach by its movement, including own pieces.
    #[inline(always)]
    fn reach(&self, kind: PieceKind, from: Point) -> PointSet {
        let occupancy = self.board.occupancy();
        match kind {
            PieceKind::General => surroundings(from).generals,
            PieceKind::Advisor => DIAGONAL_STEPS[from.index()],
            PieceKind::Elephant => occupancy.elephant(from),
            PieceKind::Horse => occupancy.horse(from),
            PieceKind::Chariot => occupancy.chariot(from),
            PieceKind::Cannon => {
                occupancy.chariot(from).without(self.enemy) | occupancy.cannon(from) & self.enemy
            }
            PieceKind::Pawn => pawn_steps_of(self.us, from),
        }
    }

    /// The steps of a piece other than the general that leave a sound board. Steps that end outside the general's zone
    /// are tested together, because only the departure matters for them; the others are tested individually.
    #[inline(never)]
    fn filter(&self, kind: PieceKind, from: Point, targets: PointSet) -> PointSet {
        let zone = surroundings(self.board.general(self.us)).zone;
        let mut legal = targets.without(zone);
        if legal.any() && !BoardView::without(self.board, PointSet::of(from)).is_sound(self.us) {
            legal = PointSet::EMPTY;
        }
        let piece = Piece::new(kind, self.us);
        for to in targets & zone {
            if BoardView::after_step(self.board, piece, from, to).is_sound(self.us) {
                legal.insert(to);
            }
        }
        legal
    }

    /// Calls `visit` with each legal trade, until it returns `false`.
    #[inline]
    fn trades(&self, mut visit: impl FnMut(FileSet, Point) -> bool) {
        let pawns = self.board.pieces(PieceKind::Pawn, self.us) & home(self.us);
        if pawns.is_empty() {
            return;
        }
        for kind in [PieceKind::Pawn, PieceKind::Cannon, PieceKind::Horse, PieceKind::Chariot] {
            let Some(price) = price(kind).filter(|&price| price <= pawns.len()) else { continue };
            for target in self.board.pieces(kind, !self.us) {
                for files in choices(pawns, self.us, price) {
                    if self.is_legal_removal(files.points(self.us) | PointSet::of(target))
                        && !visit(files, target)
                    {
                        return;
                    }
                }
            }
        }
    }

    /// Whether the board is sound once these pieces are removed.
    fn is_legal_removal(&self, removed: PointSet) -> bool {
        if (removed & surroundings(self.board.general(self.us)).zone).is_empty() {
            self.standing.is_settled()
        } else {
            BoardView::without(self.board, removed).is_sound(self.us)
        }
    }

    /// Appends the legal steps to wanted points.
    #[inline]
    pub fn list_steps(&self, wanted: Wanted, list: &mut MoveList) {
        if self.is_lost() {
            return;
        }
        self.steps(wanted, |from, targets| {
            list.extend(targets.map(|to| Action::Step { from, to }.encode()));
            true
        });
    }

    /// Appends the legal trades.
    #[inline]
    pub fn list_trades(&self, list: &mut MoveList) {
        if self.is_lost() {
            return;
        }
        self.trades(|files, target| {
            list.push(Action::Trade { files, target }.encode());
            true
        });
    }

    /// The number of legal moves.
    #[inline]
    pub fn count(&self) -> usize {
        if self.is_lost() {
            return 0;
        }
        let wanted = self.anywhere();
        let mut count = self.count_safe_origin_pawn_steps(wanted);
        self.other_steps(wanted, &mut |_, targets| {
            count += targets.len();
            true
        });
        self.trades(|_, _| {
            count += 1;
            true
        });
        count
    }

    /// The number of legal steps of the pawns that can leave their points safely; counted in bulk if none of their
    /// targets affects the general's safety.
    #[inline]
    fn count_safe_origin_pawn_steps(&self, anywhere: Wanted) -> usize {
        let pawns = self.board.pieces(PieceKind::Pawn, self.us).without(self.standing.sensitive_origins);
        let [forward, left, right] =
            pawn_steps_of_all(self.us, pawns).map(|targets| targets & anywhere.pawns);
        let doubtful = (forward | left | right) & self.standing.sensitive_targets;
        if self.standing.is_settled() && doubtful.is_empty() {
            return forward.len() + left.len() + right.len();
        }
        let mut count = 0;
        self.safe_origin_steps(PieceKind::Pawn, anywhere, &mut |_, targets| {
            count += targets.len();
            true
        });
        count
    }

    /// Whether there is any legal move.
    pub fn any(&self) -> bool {
        if self.is_lost() {
            return false;
        }
        let mut found = false;
        self.steps(self.anywhere(), |_, targets| {
            found = targets.any();
            !found
        });
        if !found {
            self.trades(|_, _| {
                found = true;
                false
            });
        }
        found
    }

    /// Whether an action removes a piece that guards its own side's general.
    fn guards_general(&self, action: Action) -> bool {
        let guards = BoardView::now(self.board).guards(self.us);
        match action {
            Action::Step { from, .. } => guards.contains(from),
            Action::Trade { files, .. } => (files.points(self.us) & guards).any(),
        }
    }

    /// The reason why an action is not legal.
    ///
    /// # Errors
    /// The reason, if the action is not legal.
    pub fn judge(&self, action: Action) -> Result<(), &'static Illegality> {
        if self.is_lost() {
            return Err(&illegal::GAME_OVER);
        }
        let (sound, view) = match action {
            Action::Step { from, to } => {
                let Some(piece) = self.board.piece_at(from).filter(|piece| piece.side == self.us) else {
                    return Err(&illegal::NO_PIECE);
                };
                if !self.reach(piece.kind, from).contains(to) || self.own.contains(to) || !BOARD.contains(to)
                {
                    return Err(&illegal::UNREACHABLE);
                }
                if self.board.pieces(PieceKind::General, !self.us).contains(to) {
                    return Err(&illegal::GENERAL_CAPTURE);
                }
                let standing = self.standing;
                let touches =
                    standing.sensitive_origins.contains(from) || standing.sensitive_targets.contains(to);
                let view = BoardView::after_step(self.board, piece, from, to);
                let sound = if touches || piece.kind == PieceKind::General {
                    view.is_sound(self.us)
                } else {
                    standing.is_settled()
                };
                (sound, view)
            }
            Action::Trade { files, target } => {
                let Some(piece) = self.board.piece_at(target).filter(|piece| piece.side != self.us) else {
                    return Err(&illegal::NOTHING_TO_TRADE_FOR);
                };
                let Some(price) = price(piece.kind) else {
                    return Err(&illegal::NOT_TRADED);
                };
                if files.len() != price {
                    return Err(&illegal::WRONG_PRICE);
                }
                let pawns = files.points(self.us);
                if pawns.without(self.board.pieces(PieceKind::Pawn, self.us)).any() {
                    return Err(&illegal::NO_HOME_PAWNS);
                }
                let removed = pawns | PointSet::of(target);
                (self.is_legal_removal(removed), BoardView::without(self.board, removed))
            }
        };
        if sound {
            Ok(())
        } else if view.liberties(self.us).is_empty() {
            Err(&illegal::NO_LIBERTY)
        } else if !self.standing.in_check && self.guards_general(action) {
            Err(&illegal::TETHERED)
        } else {
            Err(&illegal::LEAVES_CHECK)
        }
    }
}
