/** Keys of one question at most: a list of any length is asked in groups. */
const GROUP = 500;

/** Asks for rows by keys, each key once, in groups that no engine refuses. */
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
