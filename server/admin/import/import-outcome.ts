import type { Transaction } from 'kysely';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import type { Finding, Table } from './read-table.ts';

export type Kind = 'customers' | 'outlets' | 'campaigns';

/** What a line did to the thing it names. */
export type Change = 'created' | 'changed' | 'unchanged';

/** How many of each thing were created, changed or met unchanged. */
export type Counts = Map<string, Record<Change, number>>;

/** What an importer works with; everything happens in one transaction that is rolled back when there is a finding. */
export type ImportJob = {
  readonly tx: Transaction<AccountsSchema>;
  readonly table: Table;
  /** Importers add to it. */
  readonly findings: Finding[];
  readonly counts: Counts;
  readonly nowMs: number;
  readonly networkTimeZone: string;
};

export function count({ counts }: ImportJob, thing: string, change: Change): void {
  const sofar = counts.get(thing) ?? { created: 0, changed: 0, unchanged: 0 };
  sofar[change] += 1;
  counts.set(thing, sofar);
}

/** Finds the first line that named a thing, so that a second one can be refused with both line numbers. */
export function createSeen(): (key: string, line: number) => number | undefined {
  const lines = new Map<string, number>();
  return (key, line) => {
    const earlier = lines.get(key);
    if (earlier === undefined) lines.set(key, line);
    return earlier;
  };
}
