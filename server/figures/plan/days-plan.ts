import { DAY_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { CustomerKeys } from '../asked/sums-question.ts';
import { planReading, type RawPart, rawBetween, type SealedPart, sealsBetween } from './reading-plan.ts';
import type { SealState } from './seal-state.ts';

export type DaysQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string | null;
  /** Where the days begin; null takes the day stamped on each event. */
  readonly dayStarts: readonly number[] | null;
};

/** Where the figures of a range's days are read, each event once. The names are among those of the scope. */
export type DaysPlan = {
  /** What only a late event changes, and that changes the name. */
  readonly past:
    | { readonly kind: 'sealed'; readonly name: string; readonly days: Extract<SealedPart, { kind: 'days' }> }
    | { readonly kind: 'raw'; readonly name: string; readonly raw: RawPart }
    | null;
  readonly recent: { readonly name: string; readonly raw: RawPart };
};

/** Whole UTC days come from the rollups where days are UTC days, all else from raw rows. */
export function planDays(question: DaysQuestion, { archiveVersion, late, seal }: SealState): DaysPlan {
  const { customers, dayStarts, fromMs, scope, timeZone, toMs } = question;
  const name = `${seal.generation}|${archiveVersion}|${late.version}|${customers}|${fromMs}|${timeZone}`;
  const plan = planReading({ startMs: fromMs, endMs: toMs }, seal, late.weeks);
  const isUtc = dayStarts?.every((start) => start % DAY_MS === 0) === true;
  if (isUtc && scope.kind !== 'advertiser' && plan.sealed.kind !== 'none') {
    const days = plan.sealed.kind === 'days' ? plan.sealed : allDays(seal);
    return {
      past: { kind: 'sealed', name: `${name}|${days.toDay}`, days },
      recent: { name: `${name}|${toMs}`, raw: plan.raw },
    };
  }
  const splitMs = Math.min(Math.max(Date.parse(seal.watermark), fromMs), toMs);
  const recent = { name: `${name}|raw|${toMs}`, raw: rawBetween(splitMs, toMs) };
  if (splitMs === fromMs) return { past: null, recent };
  return { past: { kind: 'raw', name: `${name}|raw|${splitMs}`, raw: rawBetween(fromMs, splitMs) }, recent };
}

export const allDays = (seal: SealState['seal']): Extract<SealedPart, { kind: 'days' }> => ({
  kind: 'days',
  fromDay: '1970-01-01',
  toDay: seal.watermark,
  seals: sealsBetween(seal, 0, Date.parse(seal.watermark), []),
});
