import { createHash } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import type { CellsQuestion } from '../query/cells-question.ts';
import { END_OF_TIME_MS, stampsOf } from '../query/time-range.ts';
import { type Interval, splitAtLateWeeks } from './reading-plan.ts';
import type { SealState } from './seal-state.ts';

/** The times to read for cells, so that each event counts once. The names are cache keys within the scope. */
export type CellsPlan = {
  readonly whole: Interval;
  /**
   * The past, which only a late event changes. A late event also changes the name, because weeks with late events move
   * to `recent`.
   */
  readonly past: { readonly name: string; readonly times: readonly Interval[] };
  readonly recent: { readonly name: string; readonly times: readonly Interval[] };
};

/** Plans to read single events or archived sums, because rollups contain neither campaigns nor hours. */
export function planCells(question: CellsQuestion, { archiveVersion, lateWeeks, seal }: SealState): CellsPlan {
  const { columns, customerKey, filters, range, withInvalid } = question;
  const fromMs = range.startMs ?? 0;
  const toMs = Math.max(range.endMs ?? END_OF_TIME_MS, fromMs);
  // Groups may contain tens of thousands of outlets, so the key contains their names instead.
  const named = columns.map((column) => (column.by === 'group' ? column.name : column));
  const asked = JSON.stringify([named, customerKey, filters, stampsOf(range), withInvalid, fromMs]);
  // Use a digest, because a filter may list thousands of outlets and the cache stores the name.
  const digest = createHash('sha256').update(asked).digest('base64url');
  const name = `${seal.generation}|${archiveVersion}|${lateWeeks}|${digest}`;
  // Split at a full day. If a range ends within the current day, its end changes every minute.
  const wholeMs = Math.floor(Math.min(Date.parse(seal.watermark), toMs) / DAY_MS) * DAY_MS;
  const splitMs = Math.max(wholeMs, fromMs);
  const { quiet, late } = splitAtLateWeeks({ fromMs, toMs: splitMs }, lateWeeks);
  return {
    whole: { fromMs, toMs },
    past: { name: `${name}|${splitMs}`, times: quiet },
    recent: { name: `${name}|${toMs}`, times: [...late, { fromMs: splitMs, toMs }] },
  };
}
