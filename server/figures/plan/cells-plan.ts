import { createHash } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import type { CellsQuestion } from '../query/cells-question.ts';
import { END_OF_TIME_MS, stampsOf } from '../query/time-range.ts';
import { type Interval, splitAtLateWeeks } from './reading-plan.ts';
import type { SealState } from './seal-state.ts';

/** Where cells are read, each event once. The cache stores the names per scope. */
export type CellsPlan = {
  readonly whole: Interval;
  /** Only a late event changes this part, and it also changes the name: weeks with late events move to `recent`. */
  readonly past: { readonly name: string; readonly times: readonly Interval[] };
  readonly recent: { readonly name: string; readonly times: readonly Interval[] };
};

/** Plans to read single events or archived sums: rollups contain neither campaigns nor hours. */
export function planCells(question: CellsQuestion, { archiveVersion, lateWeeks, seal }: SealState): CellsPlan {
  const { columns, customerKey, filters, range, withInvalid } = question;
  const fromMs = range.startMs ?? 0;
  const toMs = Math.max(range.endMs ?? END_OF_TIME_MS, fromMs);
  // Groups may contain tens of thousands of outlets, so they appear by name.
  const named = columns.map((column) => (column.by === 'group' ? column.name : column));
  const asked = JSON.stringify([named, customerKey, filters, stampsOf(range), withInvalid, fromMs]);
  // A filter may list thousands of outlets, and the cache stores the name: use a digest.
  const digest = createHash('sha256').update(asked).digest('base64url');
  const name = `${seal.generation}|${archiveVersion}|${lateWeeks}|${digest}`;
  // Split at a whole day: a range that ends within a day changes its end every minute.
  const wholeMs = Math.floor(Math.min(Date.parse(seal.watermark), toMs) / DAY_MS) * DAY_MS;
  const splitMs = Math.max(wholeMs, fromMs);
  const { quiet, late } = splitAtLateWeeks({ fromMs, toMs: splitMs }, lateWeeks);
  return {
    whole: { fromMs, toMs },
    past: { name: `${name}|${splitMs}`, times: quiet },
    recent: { name: `${name}|${toMs}`, times: [...late, { fromMs: splitMs, toMs }] },
  };
}
