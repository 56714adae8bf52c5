/** A glyph with its outline as fontkit traces it, in the requested weight. */
type TracedGlyph = {
  readonly advanceWidth: number;
  readonly path: { readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[] };
};
/** The part of fontkit's TrueType subset that this module uses. */
type OutlineSubset = {
  readonly font: { getGlyph(id: number): TracedGlyph };
  readonly glyf: Uint8Array[];
  readonly loca: { readonly offsets: number[] };
  readonly hmtx: { readonly metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
};

type Point = { readonly x: number; readonly y: number; readonly isOn: boolean };

/**
 * Makes a subset write each glyph as traced. fontkit copies the file's outlines, which have the default weight: a
 * hairline in the Chinese, Japanese and Korean fonts. Its own writer of traced glyphs is incompatible with the
 * installed version of its byte reader.
 */
export function writeTraced(subset: object): void {
  const written = subset as OutlineSubset;
  written._addGlyph = (id) => {
    const { advanceWidth, path } = written.font.getGlyph(id);
    const contours = contoursOf(path.commands);
    const { bytes, left } = encode(contours);
    written.glyf.push(bytes);
    written.loca.offsets.push(written.offset);
    written.hmtx.metrics.push({ advance: Math.round(advanceWidth), bearing: left });
    written.offset += bytes.length;
    return written.glyf.length - 1;
  };
}

function contoursOf(commands: TracedGlyph['path']['commands']): Point[][] {
  const contours: Point[][] = [];
  const add = (x: number, y: number, isOn: boolean): void => {
    contours.at(-1)?.push({ x: Math.round(x), y: Math.round(y), isOn });
  };
  for (const { command, args } of commands) {
    const [x = 0, y = 0, toX = 0, toY = 0] = args;
    if (command === 'moveTo') contours.push([]);
    if (command === 'moveTo' || command === 'lineTo') add(x, y, true);
    if (command === 'quadraticCurveTo') {
      add(x, y, false);
      add(toX, toY, true);
    }
  }
  return contours.map(withoutRepeatedEnd).filter(({ length }) => length > 1);
}

/** Removes the repeated last point: contours in a file close implicitly. */
function withoutRepeatedEnd(contour: Point[]): Point[] {
  const [first, last] = [contour[0], contour.at(-1)];
  const isRepeated = contour.length > 1 && first?.x === last?.x && first?.y === last?.y && last?.isOn === true;
  return isRepeated ? contour.slice(0, -1) : contour;
}

/**
 * Encodes a glyph for a `glyf` table: every point with its own flag and two 16-bit deltas. Empty for a glyph without
 * outline.
 */
function encode(contours: readonly (readonly Point[])[]): { bytes: Uint8Array; left: number } {
  const points = contours.flat();
  if (points.length === 0) return { bytes: new Uint8Array(0), left: 0 };
  const size = 10 + 2 * contours.length + 2 + 5 * points.length;
  // Short offsets count pairs of bytes.
  const bytes = Buffer.alloc(Math.ceil(size / 4) * 4);
  let at = bytes.writeInt16BE(contours.length, 0);
  const edges = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const { x, y } of points) {
    edges.left = Math.min(edges.left, x);
    edges.bottom = Math.min(edges.bottom, y);
    edges.right = Math.max(edges.right, x);
    edges.top = Math.max(edges.top, y);
  }
  for (const edge of [edges.left, edges.bottom, edges.right, edges.top]) at = bytes.writeInt16BE(edge, at);
  let end = -1;
  for (const { length } of contours) {
    end += length;
    at = bytes.writeUInt16BE(end, at);
  }
  // No instructions: they are for the points of the default weight.
  at = bytes.writeUInt16BE(0, at);
  for (const { isOn } of points) at = bytes.writeUInt8(isOn ? 1 : 0, at);
  for (const axis of ['x', 'y'] as const) {
    let before = 0;
    for (const point of points) {
      at = bytes.writeInt16BE(point[axis] - before, at);
      before = point[axis];
    }
  }
  return { bytes, left: edges.left };
}
