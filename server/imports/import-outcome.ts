import { createHash, type Hash } from 'node:crypto';
import type { ImportChange, ImportFinding } from '#contract/imports.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Staging } from './staging.ts';

/** What a line did to a row. */
export type Change = 'created' | 'changed' | 'unchanged';

/** Number of records created, changed and unchanged, by type of record. */
export type Counts = Map<string, Record<Change, number>>;

/** An error in a file: its position, and what to write instead. A `column` of '' means the whole line. */
export type Finding = Readonly<ImportFinding>;

/**
 * Maximum number of items in a report. A file may have 200,000 invalid lines, so the report has the first items and the
 * total.
 */
const MOST_KEPT = 200;

/** Collects the first items and the total. */
export class FirstOf<Item> {
  readonly first: Item[] = [];
  total = 0;

  push(item: Item): void {
    this.total += 1;
    if (this.first.length < MOST_KEPT) this.first.push(item);
  }
}

/** Amounts that a flight has spent or reserved, in total and today. A file cannot set limits below these amounts. */
export type LeastTerms = { readonly allMicros: number; readonly todayMicros: number };

/** The state of a check. An importer reads stored rows outside any transaction, and stages its changes. */
export type ImportJob = {
  readonly db: AccountsDb;
  readonly staging: Staging;
  /** Errors, which importers add. */
  readonly findings: FirstOf<Finding>;
  readonly counts: Counts;
  /** Created and changed rows, by line. Added by `count`. */
  readonly changes: FirstOf<ImportChange>;
  /** Hash over all changes. With this hash, an import stores exactly the changes shown in the preview, or nothing. */
  readonly digest: Hash;
  readonly nowMs: number;
  readonly networkTimeZone: string;
  /** The minimum amounts by lower-case flight code, if the caller knows them. */
  readonly least: ReadonlyMap<string, LeastTerms>;
};

export const createDigest = (): Hash => createHash('sha256');

/** The line and the name of its record, for the preview. `fields` are the changed fields of a stored row. */
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

/** Returns the fields whose values differ, as text. */
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

/**
 * Creates a function that returns the earlier line with the same key, if any, so that the error about a repetition can
 * name both lines.
 */
export function createSeen(): (key: string, line: number) => number | undefined {
  const lines = new Map<string, number>();
  return (key, line) => {
    const earlier = lines.get(key);
    if (earlier === undefined) lines.set(key, line);
    return earlier;
  };
}
