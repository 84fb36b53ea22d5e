//! A plain second implementation of zhonggong.
