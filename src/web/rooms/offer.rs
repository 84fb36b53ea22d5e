use serde::{Deserialize, Serialize};

use crate::base::Side;

use super::message::OfferKind;

/// An offer that awaits its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// What is offered.
    pub kind: OfferKind,
    /// Who offers it.
    pub by: Side,
}

/// Something that happened and that the position does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Happening {
    /// Counts from 1, so that nothing is shown twice.
    pub number: u32,
    /// What happened to the offer.
    pub kind: HappeningKind,
    /// What was offered.
    pub offer: OfferKind,
    /// Who did it.
    pub by: Side,
}

/// What can happen to an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HappeningKind {
    /// It was accepted.
    Accepted,
    /// It was declined, or ended by a move of the player whom it was made to.
    Declined,
    /// The player who made it has taken it back.
    Withdrawn,
}
