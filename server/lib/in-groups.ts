/** Maximum number of keys per query. */
const GROUP = 500;

/** Reads rows by key, and each key once, in groups that are small enough for every engine. */
export async function inGroups<Key, Row>(
  keys: Iterable<Key>,
  ask: (group: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all = [...new Set(keys)];
  const rows: Row[] = [];
  for (let from = 0; from < all.length; from += GROUP)
    for (const row of await ask(all.slice(from, from + GROUP))) rows.push(row);
  return rows;
}
