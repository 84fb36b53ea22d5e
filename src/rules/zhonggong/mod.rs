//! Zhonggong xiangqi.
