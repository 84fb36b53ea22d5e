"use strict";
// Boards: parsed from the board field of a FEN, and drawn as SVG. A board is a list of rows from the top, each a list of
// letters; "" is an empty point. Point indices count row by row from the top left.
const boards = (() => {
  const SIZE = 40;
  const chessPieces = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
  const redMen = { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵" };
  const blackMen = { k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" };
  const chessNames = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const xiangqiNames = { k: "general", a: "advisor", b: "elephant", n: "horse", r: "chariot", c: "cannon", p: "pawn" };
  const isFirst = (letter) => letter === letter.toUpperCase();

  const shape = (name, attributes = {}, text = "") => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.textContent = text;
    return node;
  };

  const read = (fen) => fen.split("/").map((rank) => {
    const row = [];
    for (const [token] of rank.matchAll(/\d+|./g)) {
      if (/\d/.test(token)) row.push(...Array(Number(token)).fill(""));
      else row.push(token);
    }
    return row;
  });

  // A Chinese move name in letters and digits, which the engine also accepts: 炮二平五 is C2=5.
  const letterSigns = {
    进: "+", 退: "-", 平: "=", 前: "+", 后: "-", 中: "~", 兑: "x",
    帅: "K", 将: "K", 仕: "A", 士: "A", 相: "B", 象: "B", 马: "N", 车: "R", 炮: "C", 兵: "P", 卒: "P",
    一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9,
  };
  const letterName = (name) => [...name].map((sign) => letterSigns[sign] ?? sign).join("");

  // Chinese characters are square; the replacement glyph of a missing font hardly ever is.
  const hasChineseFont = () => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return false;
    context.font = "100px system-ui, sans-serif";
    return Math.abs(context.measureText("帅").width - 100) < 3;
  };

  // The frame of a board, and the centre of each point in it; `flipped` boards are seen from the other side.
  const frame = (board, flipped, label, fill) => {
    const [rows, columns] = [board.length, board[0].length];
    const svg = shape("svg", { viewBox: `0 0 ${(columns + .7) * SIZE} ${(rows + .7) * SIZE}`, role: "img", "aria-label": label });
    svg.append(shape("rect", { width: "100%", height: "100%", fill }));
    const x = (column) => ((flipped ? columns - 1 - column : column) + 1.1) * SIZE;
    const y = (row) => ((flipped ? rows - 1 - row : row) + .55) * SIZE;
    return { svg, rows, columns, x, y };
  };

  const coordinates = ({ svg, columns, rows, x, y }, fill) => {
    const style = { "font-size": 11, fill, "text-anchor": "middle" };
    for (let column = 0; column < columns; column++) {
      svg.append(shape("text", { x: x(column), y: (rows + .52) * SIZE, ...style }, String.fromCharCode(97 + column)));
    }
    for (let row = 0; row < rows; row++) {
      svg.append(shape("text", { x: SIZE * .32, y: y(row) + 4, ...style }, String(rows - row)));
    }
  };

  const drawSquares = ({ board, changed }, view, label) => {
    const place = frame(board, view.flipped, label, "var(--grid)");
    const { svg, columns, x, y } = place;
    board.forEach((rank, row) => rank.forEach((letter, column) => {
      const corner = { x: x(column) - SIZE / 2, y: y(row) - SIZE / 2, width: SIZE, height: SIZE };
      svg.append(shape("rect", { ...corner, fill: (row + column) % 2 ? "var(--dark)" : "var(--light)" }));
      if (changed.has(row * columns + column)) svg.append(shape("rect", { ...corner, fill: "#f6d32d", opacity: .5 }));
      if (!letter) return;
      const white = isFirst(letter);
      const glyph = view.letters ? letter.toUpperCase() : (chessPieces[letter.toLowerCase()] || letter) + "\ufe0e";
      const man = shape("text", {
        class: "man", x: x(column), y: y(row) + SIZE * .31, "font-size": SIZE * .88, "text-anchor": "middle",
        fill: white ? "#fff" : "#161512", stroke: white ? "#161512" : "#f4efe4", "stroke-width": white ? 1.3 : .5,
      }, glyph);
      man.prepend(shape("title", {}, `${white ? "white" : "black"} ${chessNames[letter.toLowerCase()] || letter}`));
      svg.append(man);
    }));
    coordinates(place, "var(--light)");
    return svg;
  };

  const drawLines = ({ svg, rows, columns, x, y }, { river, palaces }) => {
    const line = (c1, r1, c2, r2) => svg.append(shape("line", {
      x1: x(c1), y1: y(r1), x2: x(c2), y2: y(r2), stroke: "var(--grid)", "stroke-width": 1.2,
    }));
    for (let row = 0; row < rows; row++) line(0, row, columns - 1, row);
    for (let column = 0; column < columns; column++) {
      if (river && column > 0 && column < columns - 1) {
        line(column, 0, column, rows / 2 - 1);
        line(column, rows / 2, column, rows - 1);
      } else {
        line(column, 0, column, rows - 1);
      }
    }
    for (const [column, row] of palaces) {
      line(column, row, column + 2, row + 2);
      line(column + 2, row, column, row + 2);
    }
  };

  const drawMen = ({ board, changed }, view, label, lines) => {
    const place = frame(board, view.flipped, label, "var(--board)");
    const { svg, columns, x, y } = place;
    drawLines(place, lines);
    board.forEach((rank, row) => rank.forEach((letter, column) => {
      const centre = { cx: x(column), cy: y(row) };
      const fresh = changed.has(row * columns + column);
      if (letter) {
        const red = isFirst(letter);
        const ink = red ? "#b3261e" : "#1c1b19";
        const sign = view.letters ? letter.toUpperCase() : (red ? redMen[letter] : blackMen[letter]) || letter;
        const man = shape("g", { class: "man" });
        man.append(
          shape("title", {}, `${red ? "red" : "black"} ${xiangqiNames[letter.toLowerCase()] || letter}`),
          shape("circle", {
            ...centre, r: SIZE * .45, fill: fresh ? "#ffe08a" : "#fdf6e3", stroke: ink, "stroke-width": fresh ? 2.5 : 1.5,
          }),
          shape("text", {
            x: x(column), y: y(row) + SIZE * .2, "font-size": SIZE * .56, "text-anchor": "middle", fill: ink,
            "font-weight": view.letters ? 700 : 400,
          }, sign),
        );
        svg.append(man);
      } else if (fresh) {
        svg.append(shape("circle", { ...centre, r: SIZE * .2, fill: "none", stroke: "#b3261e", "stroke-width": 2 }));
      }
    }));
    coordinates(place, "var(--grid)");
    return svg;
  };

  const drawStones = ({ board, changed, order }, view, label) => {
    const place = frame(board, view.flipped, label, "var(--board)");
    const { svg, rows, columns, x, y } = place;
    drawLines(place, { river: false, palaces: [] });
    if (rows % 2) {
      const middle = (rows - 1) / 2;
      const star = rows > 12 ? 3 : 2;
      const far = rows - 1 - star;
      for (const [column, row] of [[middle, middle], [star, star], [star, far], [far, star], [far, far]]) {
        svg.append(shape("circle", { cx: x(column), cy: y(row), r: 3.5, fill: "var(--grid)" }));
      }
    }
    board.forEach((rank, row) => rank.forEach((letter, column) => {
      if (!letter) return;
      const point = row * columns + column;
      const black = letter === "X";
      const stone = shape("g", { class: "man" });
      stone.append(
        shape("title", {}, black ? "black stone" : "white stone"),
        shape("circle", {
          cx: x(column), cy: y(row), r: SIZE * .45, fill: black ? "#161512" : "#fafafa",
          stroke: changed.has(point) ? "#e0342b" : "#161512", "stroke-width": changed.has(point) ? 3 : 1,
        }),
      );
      if (order.has(point)) {
        stone.append(shape("text", {
          x: x(column), y: y(row) + SIZE * .13, "font-size": SIZE * .36, "text-anchor": "middle",
          fill: black ? "#fafafa" : "#161512",
        }, String(order.get(point))));
      }
      svg.append(stone);
    }));
    coordinates(place, "var(--grid)");
    return svg;
  };

  // Draws a board, marking the points changed by the last move, with the move numbers of stones.
  const draw = (variant, state, view, label) => {
    if (variant === "chess") return drawSquares(state, view, label);
    if (variant === "xiangqi") return drawMen(state, view, label, { river: true, palaces: [[3, 0], [3, 7]] });
    if (variant === "zhonggong") return drawMen(state, view, label, { river: false, palaces: [[3, 3]] });
    return drawStones(state, view, label);
  };

  return { read, draw, shape, hasChineseFont, letterName };
})();
