import { createHash } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import type { CellsQuestion } from '../asked/cells-question.ts';
import { END_OF_TIME_MS, stampsOf } from '../asked/time-range.ts';
import { type Interval, splitAtLateWeeks } from './reading-plan.ts';
import type { SealState } from './seal-state.ts';

/** Where cells are read, each event once. The names are among those of the scope. */
export type CellsPlan = {
  readonly whole: Interval;
  /** What only a late event changes, and that changes the name: weeks that have one are read with the rest. */
  readonly past: { readonly name: string; readonly times: readonly Interval[] };
  readonly recent: { readonly name: string; readonly times: readonly Interval[] };
};

/** The events themselves, or what is archived of them: the rollups know neither campaigns nor hours. */
export function planCells(question: CellsQuestion, { archiveVersion, lateWeeks, seal }: SealState): CellsPlan {
  const { columns, customerKey, filters, range, withInvalid } = question;
  const fromMs = range.startMs ?? 0;
  const toMs = Math.max(range.endMs ?? END_OF_TIME_MS, fromMs);
  // Groups may be of ten thousands of outlets, and are named once.
  const named = columns.map((column) => (column.by === 'group' ? column.name : column));
  const asked = JSON.stringify([named, customerKey, filters, stampsOf(range), withInvalid, fromMs]);
  // A filter may name thousands of outlets: the name is kept with the answer.
  const digest = createHash('sha256').update(asked).digest('base64url');
  const name = `${seal.generation}|${archiveVersion}|${lateWeeks}|${digest}`;
  // What ends in the middle of a day is kept up to that day: the minutes of it move on.
  const wholeMs = Math.floor(Math.min(Date.parse(seal.watermark), toMs) / DAY_MS) * DAY_MS;
  const splitMs = Math.max(wholeMs, fromMs);
  const { quiet, late } = splitAtLateWeeks({ fromMs, toMs: splitMs }, lateWeeks);
  return {
    whole: { fromMs, toMs },
    past: { name: `${name}|${splitMs}`, times: quiet },
    recent: { name: `${name}|${toMs}`, times: [...late, { fromMs: splitMs, toMs }] },
  };
}
