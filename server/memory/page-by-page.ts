/**
 * Number of rows per page. A page takes about two milliseconds to read. Several tables are read concurrently, one page
 * of each per turn.
 */
const PAGE = 500;

/** Yields pages of rows, so that no single read blocks the process. */
export async function* pages<Row, Place>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  limit = PAGE,
): AsyncGenerator<Row[]> {
  for (let after: Place | null = null; ; ) {
    const page: Row[] = await read(after, limit);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = placeOf(last);
    await new Promise(setImmediate);
  }
}

/** Reads all rows of a table, page by page. */
export async function pageByPage<Row, Place>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages(read, placeOf)) for (const row of page) rows.push(row);
  return rows;
}
