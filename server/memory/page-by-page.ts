/** Two milliseconds of reading: several tables are read at the same time, a page of each in one turn. */
const PAGE = 500;

/** What is read page by page, so that no single read holds up the process. */
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

/** All rows of a table. */
export async function pageByPage<Row, Place>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages(read, placeOf)) for (const row of page) rows.push(row);
  return rows;
}
