/**
 * @typedef {"squares" | "river" | "palace" | "stones"} Kind
 * @typedef {"first" | "second"} Side
 */

/** Distance of two neighbouring points in the units of the drawing. */
export const UNIT = 100;

/** Margins outside the outermost points: left and right, top, bottom. */
const MARGINS = {
  squares: { side: 50, top: 50, bottom: 50 },
  pieces: { side: 92, top: 88, bottom: 114 },
  stones: { side: 104, top: 104, bottom: 104 },
  bare: { side: 62, top: 62, bottom: 62 },
};

/**
 * Where the points of a board lie in its drawing.
 * @typedef {object} Layout
 * @property {Kind} kind
 * @property {number} rows
 * @property {number} columns
 * @property {number} origin  number of the lowest rank
 * @property {Side} bottom  side that is seen at the bottom
 * @property {number} left  x of the leftmost points
 * @property {number} top  y of the topmost points
 * @property {number} width  of the whole drawing
 * @property {number} height
 * @property {boolean} coordinates  whether there is room for coordinates
 * @property {boolean} digits  whether Red's files have digits
 */

/**
 * @param {Kind} kind
 * @param {{rows: number, columns: number}} size
 * @param {number} origin
 * @param {Side} bottom
 * @param {boolean} coordinates
 * @param {boolean} [digits]
 * @returns {Layout}
 */
export function layoutOf(kind, { rows, columns }, origin, bottom, coordinates, digits = false) {
  const margin =
    kind === "squares"
      ? MARGINS.squares
      : !coordinates
        ? MARGINS.bare
        : kind === "stones"
          ? MARGINS.stones
          : MARGINS.pieces;
  return {
    kind,
    rows,
    columns,
    origin,
    bottom,
    left: margin.side,
    top: margin.top,
    width: (columns - 1) * UNIT + 2 * margin.side,
    height: (rows - 1) * UNIT + margin.top + margin.bottom,
    coordinates,
    digits,
  };
}

/**
 * The name of a point; columns and rows count from 0 at the lower left of the first player.
 * @param {number} column
 * @param {number} row
 * @param {number} origin
 */
export function pointName(column, row, origin) {
  return String.fromCharCode(97 + column) + (row + origin);
}

/**
 * Column and row of a point's name.
 * @param {string} name
 * @param {number} origin
 */
export function parsePoint(name, origin) {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - origin };
}

/**
 * Centre of the place that is `across` places from the left and `down` from the top as seen.
 * @param {Layout} layout
 * @param {number} across
 * @param {number} down
 */
export function placeCentre(layout, across, down) {
  return { x: layout.left + across * UNIT, y: layout.top + down * UNIT };
}

/**
 * Name of the point seen `across` places from the left and `down` from the top; null outside the board.
 * @param {Layout} layout
 * @param {number} across
 * @param {number} down
 * @returns {string | null}
 */
export function pointSeen(layout, across, down) {
  const { rows, columns, origin } = layout;
  if (across < 0 || down < 0 || across >= columns || down >= rows) return null;
  return layout.bottom === "first"
    ? pointName(across, rows - 1 - down, origin)
    : pointName(columns - 1 - across, down, origin);
}

/**
 * Place of a point as seen.
 * @param {Layout} layout
 * @param {string} point
 */
export function placeOf(layout, point) {
  const { column, row } = parsePoint(point, layout.origin);
  return layout.bottom === "first"
    ? { across: column, down: layout.rows - 1 - row }
    : { across: layout.columns - 1 - column, down: row };
}

/**
 * Centre of a point in the drawing.
 * @param {Layout} layout
 * @param {string} point
 */
export function centre(layout, point) {
  const { across, down } = placeOf(layout, point);
  return placeCentre(layout, across, down);
}

/**
 * Name of the point nearest to a place in the drawing; null when that is outside the board.
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 */
export function pointNear(layout, x, y) {
  return pointSeen(layout, Math.round((x - layout.left) / UNIT), Math.round((y - layout.top) / UNIT));
}

/**
 * Star points of a gomoku board: columns and rows from 0.
 * @param {number} rows
 * @param {number} columns
 * @returns {[number, number][]}
 */
export function starPoints(rows, columns) {
  const lines = (/** @type {number} */ size) => {
    const edge = size >= 13 ? 3 : 2;
    const middle = size % 2 ? [(size - 1) / 2] : [];
    return size < 7 ? middle : [edge, ...middle, size - 1 - edge];
  };
  const all = lines(rows).flatMap((row) =>
    lines(columns).map((column) => /** @type {[number, number]} */ ([column, row])),
  );
  if (rows >= 19 && columns >= 19) return all;
  // on smaller boards only the corners and the centre
  return all.filter(([column, row]) => (column * 2 === columns - 1) === (row * 2 === rows - 1));
}
