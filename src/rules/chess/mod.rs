//! Chess and Chess960.
