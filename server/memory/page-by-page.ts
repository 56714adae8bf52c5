/** Two milliseconds of reading: several tables are read at the same time, a page of each in one turn. */
const PAGE = 500;

/** All rows of a table page by page, so that no single read holds up the process. */
export async function pageByPage<Row, Place>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: Place | null = null; ; ) {
    const page: Row[] = await read(after, PAGE);
    for (const row of page) rows.push(row);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return rows;
    after = placeOf(last);
    await new Promise(setImmediate);
  }
}
