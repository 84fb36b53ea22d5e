//! What xiangqi and zhonggong xiangqi share: men, attacks, FEN letters, Chinese move names.
