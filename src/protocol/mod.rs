//! One session, and the dialects that speak to it.
