import { HORSE_HEAD } from "./chess.js";

/**
 * Pictures of the pieces of xiangqi by their lower-case FEN letters, in a box of 100 × 100: classes and paths. "ink" is
 * filled, "gap" is filled in the colour of the disc, "pen" is a line, "cut" a line in the colour of the disc.
 * @type {Record<string, [string, string][]>}
 */
export const SYMBOLS = {
  // a crown
  k: [
    ["ink", "M14 76L6 30L30 50L50 16L70 50L94 30L86 76Z"],
    ["ink", "M15 81H85V92H15Z"],
    ["ink", "M50 6A6 6 0 1 1 49.9 6ZM6 20A6 6 0 1 1 5.9 20ZM94 20A6 6 0 1 1 93.9 20Z"],
    ["gap", "M50 52L58 63L50 74L42 63Z"],
  ],
  // an official's hat with its two wings
  a: [
    ["ink", "M29 62V44C29 22 37 8 50 8C63 8 71 22 71 44V62Z"],
    ["cut", "M29 48C36 33 64 33 71 48"],
    ["ink", "M24 66H76V82C76 86 74 88 70 88H30C26 88 24 86 24 82Z"],
    [
      "ink",
      "M20 69C14 62 0 55 -6 60C-12 66 -6 78 3 78C10 78 16 75 20 74ZM80 69C86 62 100 55 106 60" +
        "C112 66 106 78 97 78C90 78 84 75 80 74Z",
    ],
    ["gap", "M50 69L58 77L50 85L42 77Z"],
  ],
  // an elephant's head with ears, tusks and trunk
  b: [
    ["ink", "M34 24C20 6 -2 16 3 40C7 60 22 66 32 60ZM66 24C80 6 102 16 97 40C93 60 78 66 68 60Z"],
    [
      "ink",
      "M50 10C70 10 76 28 73 46C71 58 64 62 62 74C60 92 46 98 36 91C32 88 34 82 39 83" +
        "C45 84 44 76 42 68C38 60 29 58 27 46C24 28 30 10 50 10Z",
    ],
    ["cut", "M33 22C30 34 31 50 37 60M67 22C70 34 69 50 63 60"],
    ["gap", "M38.5 40A4 4 0 1 1 38.4 40ZM61.5 40A4 4 0 1 1 61.4 40Z"],
    ["ink", "M33 64C30 74 25 79 18 80C22 84 33 82 38 72ZM67 64C70 74 75 79 82 80C78 84 67 82 62 72Z"],
    ["cut", "M43.5 70H56M44.5 78H56"],
  ],
  // the head of a horse
  n: [
    ["ink", HORSE_HEAD],
    ["ink", "M24 82H79V93H24Z"],
    ["gap", "M33 28A4 4 0 1 1 32.9 28Z"],
    ["cut", "M56 23C66 31 70 44 68 60M45 47C49 43 50 40 50 36"],
  ],
  // a wheel under a canopy
  r: [
    ["ink", "M8 30C18 8 82 8 92 30Z"],
    ["pen", "M24 28V48M76 28V48"],
    ["ink", "M12 44H88L82 58H18Z"],
    ["gap", "M50 44A25 25 0 1 1 49.9 44Z"],
    ["wheel", "M50 50A20 20 0 1 1 49.9 50Z"],
    ["spoke", "M50 50V90M30 70H70M36 56L64 84M64 56L36 84"],
    ["ink", "M50 64A6 6 0 1 1 49.9 64Z"],
  ],
  // a gun on its wheel
  c: [
    ["ink", "M10 46L74 12L86 32L30 66C18 72 4 60 10 46Z"],
    ["ink", "M72 6L79 2L96 32L89 36Z"],
    ["ink", "M34 60L6 84L12 92L54 74Z"],
    ["gap", "M52 42A26 26 0 1 1 51.9 42Z"],
    ["wheel", "M52 48A20 20 0 1 1 51.9 48Z"],
    ["spoke", "M52 48V88M32 68H72M38 54L66 82M66 54L38 82"],
    ["ink", "M52 62A6 6 0 1 1 51.9 62Z"],
  ],
  // a shield before crossed spears
  p: [
    ["pen", "M14 92L82 16M86 92L18 16"],
    ["ink", "M94 3L88 24L74 12ZM6 3L12 24L26 12Z"],
    ["gap", "M50 22C60 30 72 32 82 31C84 62 74 84 50 97C26 84 16 62 18 31C28 32 40 30 50 22Z"],
    ["ink", "M50 28C59 35 68 37 76 37C77 61 69 79 50 90C31 79 23 61 24 37C32 37 41 35 50 28Z"],
    ["cut", "M50 38V80M34 54H66"],
  ],
};
