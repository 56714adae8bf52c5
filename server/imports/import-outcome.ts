import { createHash, type Hash } from 'node:crypto';
import type { ImportChange, ImportFinding } from '#contract/imports.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Staging } from './staging.ts';

/** What a line did to the row it names. */
export type Change = 'created' | 'changed' | 'unchanged';

/** How many of each thing were created, changed or unchanged. */
export type Counts = Map<string, Record<Change, number>>;

/** An error in a file: its place, and what to write instead. `column` '' means the whole line. */
export type Finding = Readonly<ImportFinding>;

/** A file may have 200,000 wrong lines. The report lists the first ones and the total. */
const MOST_KEPT = 200;

/** The first items and the total. */
export class FirstOf<Item> {
  readonly first: Item[] = [];
  total = 0;

  push(item: Item): void {
    this.total += 1;
    if (this.first.length < MOST_KEPT) this.first.push(item);
  }
}

/** Amounts that a flight has spent or reserved, in total and today. A file cannot go below them. */
export type LeastTerms = { readonly allMicros: number; readonly todayMicros: number };

/** State of a check. An importer reads stored rows outside any transaction, and stages its changes. */
export type ImportJob = {
  readonly db: AccountsDb;
  readonly staging: Staging;
  /** Importers append to it. */
  readonly findings: FirstOf<Finding>;
  readonly counts: Counts;
  /** Created and changed rows, line by line. `count` appends to it. */
  readonly changes: FirstOf<ImportChange>;
  /** Hash over all changes. An import stores exactly the changes of the preview, or nothing. */
  readonly digest: Hash;
  readonly nowMs: number;
  readonly networkTimeZone: string;
  /** By lower-case flight code, if the caller knows them. */
  readonly least: ReadonlyMap<string, LeastTerms>;
};

export const createDigest = (): Hash => createHash('sha256');

/** The line and the thing it names, for the preview. `fields`: changed fields of a stored row. */
type About = { readonly line: number; readonly name: string; readonly fields?: ImportChange['fields'] };

export function count({ counts, changes, digest }: ImportJob, thing: string, change: Change, about?: About): void {
  const sofar = counts.get(thing) ?? { created: 0, changed: 0, unchanged: 0 };
  sofar[change] += 1;
  counts.set(thing, sofar);
  if (about === undefined || change === 'unchanged') return;
  const noted = { fields: [], ...about, thing, change };
  changes.push(noted);
  digest.update(JSON.stringify(noted));
}

/** The fields with different values, as text. */
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

/** Finds the first line that named a thing. The error for a second one names both lines. */
export function createSeen(): (key: string, line: number) => number | undefined {
  const lines = new Map<string, number>();
  return (key, line) => {
    const earlier = lines.get(key);
    if (earlier === undefined) lines.set(key, line);
    return earlier;
  };
}
