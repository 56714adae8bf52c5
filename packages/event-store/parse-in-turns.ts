/** The number of characters to parse in one step, and the pause after each step. */
export type Pace = { readonly characters: number; readonly rest: () => Promise<unknown> };

const USUAL_PACE: Pace = { characters: 256 * 1024, rest: () => new Promise(setImmediate) };

/**
 * Parses rows of an answer that has one JSON value per line, in steps. 100,000 rows are 30 MB of text; parsing them in
 * one step would block the process for most of a second.
 */
export async function* parseInTurns<Row>(lines: string, { characters, rest } = USUAL_PACE): AsyncGenerator<Row[]> {
  for (let from = 0; from < lines.length; ) {
    if (from > 0) await rest();
    const end = endOfPiece(lines, from, characters);
    yield parseRows<Row>(lines.slice(from, end));
    from = end;
  }
}

/** Line breaks inside values are escaped. */
function endOfPiece(lines: string, from: number, characters: number): number {
  if (lines.length - from <= characters) return lines.length;
  const end = lines.indexOf('\n', from + characters);
  return end === -1 ? lines.length : end + 1;
}

/** One parse for many rows is twice as fast as one per line. */
const parseRows = <Row>(lines: string): Row[] => JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`);
