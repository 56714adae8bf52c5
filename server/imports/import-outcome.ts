import type { Transaction } from 'kysely';
import type { ImportChange } from '#contract/imports.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import type { Finding, Table } from './read-table.ts';

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
  /** What was created or changed, line by line; `count` adds to it. */
  readonly changes: ImportChange[];
  readonly nowMs: number;
  readonly networkTimeZone: string;
};

/** Which line did it to what, for whoever looks before importing; `fields` where something stored changes. */
type About = { readonly line: number; readonly name: string; readonly fields?: ImportChange['fields'] };

export function count({ counts, changes }: ImportJob, thing: string, change: Change, about?: About): void {
  const sofar = counts.get(thing) ?? { created: 0, changed: 0, unchanged: 0 };
  sofar[change] += 1;
  counts.set(thing, sofar);
  if (about !== undefined && change !== 'unchanged') changes.push({ fields: [], ...about, thing, change });
}

/** The fields whose values differ, as text. */
export function differences<Field extends string>(
  before: Readonly<Record<Field, unknown>>,
  after: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
): ImportChange['fields'] {
  const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
  return fields
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((one) => one.before !== one.after);
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
