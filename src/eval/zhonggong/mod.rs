//! The evaluation of zhonggong.
