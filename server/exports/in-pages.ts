const ROWS_AT_ONCE = 500;

/** Yields all rows of a paginated query, and reads each page only when it is needed. */
export async function* inPages<Row>(
  find: (page: { limit: number; offset: number }) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await find({ limit: ROWS_AT_ONCE, offset });
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
