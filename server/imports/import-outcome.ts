import { createHash, type Hash } from 'node:crypto';
import type { ImportChange, ImportFinding } from '#contract/imports.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Staging } from './staging.ts';

/** What a line did to the thing it names. */
export type Change = 'created' | 'changed' | 'unchanged';

/** How many of each thing were created, changed or met unchanged. */
export type Counts = Map<string, Record<Change, number>>;

/** A thing wrong in a file: where, and what to write instead. `column` '' means the line as a whole. */
export type Finding = Readonly<ImportFinding>;

/** Of a file with 200,000 wrong lines the first are told, and how many there are. */
const MOST_KEPT = 200;

/** The first of many, and their number. */
export class FirstOf<Item> {
  readonly first: Item[] = [];
  total = 0;

  push(item: Item): void {
    this.total += 1;
    if (this.first.length < MOST_KEPT) this.first.push(item);
  }
}

/** What a flight has spent or promised, in all and today: a file leaves it that much. */
export type LeastTerms = { readonly allMicros: number; readonly todayMicros: number };

/** What an importer works with while it checks. It reads what is stored, outside any transaction, and stages what it would change. */
export type ImportJob = {
  readonly db: AccountsDb;
  readonly staging: Staging;
  /** Importers add to it. */
  readonly findings: FirstOf<Finding>;
  readonly counts: Counts;
  /** What was created or changed, line by line; `count` adds to it. */
  readonly changes: FirstOf<ImportChange>;
  /** Over all changes, so that a file does what was looked at or nothing. */
  readonly digest: Hash;
  readonly nowMs: number;
  readonly networkTimeZone: string;
  /** Of flights by code in small letters, where the caller knows. */
  readonly least: ReadonlyMap<string, LeastTerms>;
};

export const createDigest = (): Hash => createHash('sha256');

/** Which line did it to what, for whoever looks before importing; `fields` where something stored changes. */
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
