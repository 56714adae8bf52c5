import type { Explanation, FigureOfEvents } from '#contract/explain.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import type { StoredKind } from '#event-store/event-store.ts';
import type { CellFilters } from '../figures/query/cells-question.ts';

/** How a figure adds up: the events that count, and the amount that each event adds. */
export type FigureRule = {
  readonly kinds: readonly StoredKind[];
  readonly judged: 'counted' | 'invalid' | 'any';
  /**
   * `money` is the scope's own amount. `withheld` is the amount that invalid events would have added had they been
   * valid. `owner` and `network` are the two parts of `money`.
   */
  readonly adds: 'money' | 'withheld' | 'owner' | 'network' | 'energy' | 'events';
};

const ALL = ['view', 'click', 'burn'] as const;
const VIEWS = ['view'] as const;

const RULES: Readonly<Record<FigureOfEvents, FigureRule>> = {
  revenue: { kinds: ALL, judged: 'counted', adds: 'money' },
  owner_share: { kinds: ALL, judged: 'counted', adds: 'owner' },
  network_share: { kinds: ALL, judged: 'counted', adds: 'network' },
  energy: { kinds: [...ALL, 'reading'], judged: 'counted', adds: 'energy' },
  views: { kinds: VIEWS, judged: 'counted', adds: 'events' },
  clicks: { kinds: ['click'], judged: 'counted', adds: 'events' },
  burns: { kinds: ['burn'], judged: 'counted', adds: 'events' },
  gross_views: { kinds: VIEWS, judged: 'any', adds: 'events' },
  invalid_views: { kinds: VIEWS, judged: 'invalid', adds: 'events' },
  gross: { kinds: ALL, judged: 'any', adds: 'events' },
  invalid: { kinds: ALL, judged: 'invalid', adds: 'events' },
  net: { kinds: ALL, judged: 'counted', adds: 'events' },
  withheld: { kinds: ALL, judged: 'invalid', adds: 'withheld' },
};

/** Returns the rule for a figure. With `owner`, returns the rule for the owner's part of a document's amount. */
export const ruleOf = (figure: FigureOfEvents, money: 'own' | 'owner'): FigureRule =>
  RULES[money === 'owner' ? 'owner_share' : figure];

export const isMoney = ({ adds }: FigureRule): boolean => adds !== 'energy' && adds !== 'events';
/** Returns whether the amount is one side's part of what advertisers pay. */
export const isSide = ({ adds }: FigureRule): boolean => adds === 'owner' || adds === 'network';

export const unitOf = (rule: FigureRule): Explanation['unit'] =>
  isMoney(rule) ? 'micro-dollars' : rule.adds === 'energy' ? 'milliwatt-hours' : 'events';

type Sums = {
  readonly micros: bigint;
  readonly ownerMicros: bigint;
  readonly energyMilliWh: bigint;
  readonly events: number;
};

/** Returns the amount that a number of events of one kind adds to the figure. */
export function amountOf({ adds, kinds }: FigureRule, kind: StoredKind, sums: Sums): bigint {
  switch (adds) {
    case 'money':
    case 'withheld':
      return sums.micros;
    case 'owner':
      return sums.ownerMicros;
    case 'network':
      return sums.micros - sums.ownerMicros;
    case 'energy':
      return sums.energyMilliWh;
    case 'events':
      return kinds.includes(kind) ? BigInt(sums.events) : 0n;
  }
}

/** Returns the amount of one event, or '' if only a sum of several events is stored. */
export function eachOf(
  { adds }: FigureRule,
  { each, ownerEach }: { readonly each: string; readonly ownerEach: string },
): string {
  if (adds === 'owner') return ownerEach;
  if (adds === 'network') return each === '' || ownerEach === '' ? '' : String(BigInt(each) - BigInt(ownerEach));
  return each;
}

/** Adds the rule's conditions to the requested filters. */
export function judgedFilters({ judged }: FigureRule, filters: CellFilters): CellFilters {
  if (judged !== 'invalid') return filters;
  const asked: readonly string[] = filters.reasons ?? INVALID_REASONS;
  return { ...filters, reasons: asked.filter((reason) => reason !== 'none') };
}
