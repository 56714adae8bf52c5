import { DAY_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { CustomerKeys } from '../query/sums-question.ts';
import {
  aroundWeeks,
  planReading,
  type RawPart,
  rawBetween,
  type SealedPart,
  sealsBetween,
  splitAtLateWeeks,
  weeksIn,
} from './reading-plan.ts';
import type { SealState } from './seal-state.ts';

export type DaysQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string | null;
  /** Start times of the days; null uses the day stamped on each event. */
  readonly dayStarts: readonly number[] | null;
};

/**
 * Where to read the figures of a range's days, so that each event counts once. The names are cache keys within the
 * scope.
 */
export type DaysPlan = {
  /**
   * The past, which only a late event changes. A late event also changes the name, because weeks with late events move
   * to `recent`.
   */
  readonly past:
    | { readonly kind: 'sealed'; readonly name: string; readonly days: Extract<SealedPart, { kind: 'days' }> }
    | { readonly kind: 'raw'; readonly name: string; readonly raws: readonly RawPart[] }
    | null;
  readonly recent: { readonly name: string; readonly raw: RawPart };
};

/** Plans to read full UTC days from rollups if the days are UTC days, and everything else from raw rows. */
export function planDays(question: DaysQuestion, { archiveVersion, lateWeeks, seal }: SealState): DaysPlan {
  const { customers, dayStarts, fromMs, scope, timeZone, toMs } = question;
  const name = `${seal.generation}|${archiveVersion}|${lateWeeks}|${customers}|${fromMs}|${timeZone}`;
  const plan = planReading({ startMs: fromMs, endMs: toMs }, seal, lateWeeks);
  const isUtc = dayStarts?.every((start) => start % DAY_MS === 0) === true;
  if (isUtc && scope.kind !== 'advertiser' && plan.sealed.kind !== 'none') {
    const days = plan.sealed.kind === 'days' ? plan.sealed : allDays(seal);
    return {
      past: { kind: 'sealed', name: `${name}|${days.toDay}`, days },
      recent: { name: `${name}|${toMs}`, raw: plan.raw },
    };
  }
  const splitMs = Math.min(Math.max(Date.parse(seal.watermark), fromMs), toMs);
  const before = { fromMs, toMs: splitMs };
  const { quiet } = splitAtLateWeeks(before, lateWeeks);
  const weeks = weeksIn(before, lateWeeks);
  const raw = { ...rawBetween(splitMs, toMs), weeks, within: aroundWeeks(before, weeks) };
  const recent = { name: `${name}|raw|${toMs}`, raw };
  if (quiet.length === 0) return { past: null, recent };
  const raws = quiet.map((time) => rawBetween(time.fromMs, time.toMs));
  return { past: { kind: 'raw', name: `${name}|raw|${splitMs}`, raws }, recent };
}

export const allDays = (seal: SealState['seal']): Extract<SealedPart, { kind: 'days' }> => ({
  kind: 'days',
  fromDay: '1970-01-01',
  toDay: seal.watermark,
  seals: sealsBetween(seal, 0, Date.parse(seal.watermark), []),
});
