//! The rules of zhonggong.
