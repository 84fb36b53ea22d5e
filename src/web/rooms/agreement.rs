//! What players agree on, and the exchange of their sides.

use std::time::Instant;

use crate::base::Side;

use super::message::OfferKind;
use super::referee::PlayError;
use super::room::{EARLIEST_DRAW, Room, Thought};

impl Room {
    /// Makes an offer. The engine answers it at once, except that it moves first if it is its turn.
    pub(super) async fn offer(&mut self, by: Side, kind: OfferKind, at: Instant) -> Result<(), PlayError> {
        if self.game.make_offer(by, kind)? {
            return self.agree(kind, by, at).await;
        }
        if !self.game.is_engine(!by) {
            return Ok(());
        }
        match kind {
            OfferKind::TakeBack | OfferKind::Rematch => self.agree(kind, !by, at).await?,
            OfferKind::Draw if self.game.ply() < EARLIEST_DRAW => self.game.decline(!by, kind)?,
            OfferKind::Draw if self.game.turn() == by => {
                self.stop_thinking().await?;
                self.referee.consider_draw().await?;
                self.thought = Some(Thought::Draw);
            }
            OfferKind::Draw => {}
        }
        Ok(())
    }

    /// Does what both players agree on; `by` has accepted it.
    pub(super) async fn agree(&mut self, kind: OfferKind, by: Side, at: Instant) -> Result<(), PlayError> {
        match kind {
            OfferKind::Draw => self.game.agree_draw(by, at),
            OfferKind::TakeBack => {
                // If both have asked for it, the one who asked first gets it.
                let asker = self.game.offer().map_or(!by, |offer| offer.by);
                let count = self.game.count_to_take_back(asker)?;
                self.stop_thinking().await?;
                self.position = self.referee.take_back(count).await?;
                self.game.taken_back(self.position.standing.clone(), by, at);
            }
            OfferKind::Rematch => {
                self.stop_thinking().await?;
                self.position = self.referee.restart().await?;
                if self.game.restart(self.position.standing.clone(), by) {
                    self.exchange();
                }
            }
        }
        Ok(())
    }

    /// The players have exchanged their sides.
    pub(super) fn exchange(&mut self) {
        self.is_swapped = !self.is_swapped;
        for guest in &self.guests {
            self.welcome(guest);
        }
    }
}
