import type { InvalidReason } from '#contract/ingest.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import type { Catalog } from '../../network/snapshot/catalog.ts';
import { isPlayToken, type PlayKeys, readPlay } from '../../plays/play-token.ts';
import { shownSeconds } from '../../plays/shown-seconds.ts';
import type { Draft } from './examine-batch.ts';
import type { LaterReasons } from './judge-settled.ts';
import type { CreativeSeconds, LookedView, PaceBook, PacedView, Stored } from './pace-book.ts';
import type { SettledRow } from './settled-row.ts';

type Batch = {
  readonly drafts: readonly Draft[];
  readonly rows: readonly SettledRow[];
  readonly alone: LaterReasons;
  readonly rules: TrafficRules;
  readonly catalog: Catalog;
  readonly stored: Stored;
};

type Paced = {
  readonly reasons: ReadonlyMap<bigint, InvalidReason>;
  /** Those of the batch's views are in nobody's way any more. */
  forget(which: (eventId: bigint) => boolean): void;
};

/** What was counted near the batch's views, before it is known which of them would count. */
export function lookAtPaces(
  paces: PaceBook,
  drafts: readonly Draft[],
  { rules, catalog, keys }: Pick<Batch, 'rules' | 'catalog'> & { readonly keys: () => Promise<PlayKeys> },
): Promise<Stored> {
  // Nearly always memory knows all, and a list would be made for nothing.
  if (paces.knowsSince(oldestOfViews(drafts))) return paces.look([], rules, creativeSeconds(catalog, keys));
  const views: LookedView[] = [];
  for (const { kind, event, located } of drafts) {
    if (kind !== 'view') continue;
    const { outlet, assignment } = located;
    const { fingerprint, timestampMs: atMs } = event;
    views.push({ customerKey: assignment.customerKey, outletKey: outlet.key, fingerprint, atMs });
  }
  return paces.look(views, rules, creativeSeconds(catalog, keys));
}

function oldestOfViews(drafts: readonly Draft[]): number {
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const { kind, event } of drafts) if (kind === 'view') oldestMs = Math.min(oldestMs, event.timestampMs);
  return oldestMs;
}

/** The batch's views that would count, by the rules of pace. */
export function judgePaces(paces: PaceBook, { drafts, rows, alone, rules, catalog, stored }: Batch): Paced {
  const creatives = new Map<bigint, string>();
  const sockets = new Map<number, number>();
  for (const { eventId, play, located } of drafts) {
    if (play !== null) creatives.set(eventId, play.creative);
    sockets.set(located.outlet.key, located.outlet.sockets);
  }
  const views: PacedView[] = [];
  for (const { kind, invalid, eventId, customerKey, outletKey, fingerprint, timestampMs: atMs, flightKey } of rows) {
    if (kind !== 'view' || invalid !== null) continue;
    const creative = creatives.size === 0 ? null : (creatives.get(eventId) ?? null);
    const seconds = shownSeconds(catalog, flightKey, creative);
    const reason = alone.size === 0 ? null : (alone.get(eventId) ?? null);
    const who = { eventId, customerKey, outletKey, fingerprint, sockets: sockets.get(outletKey) ?? 1 };
    views.push({ ...who, atMs, seconds, reason });
  }
  const reasons = paces.judge(views, rules, stored);
  return { reasons, forget: (which) => paces.forget(views.filter(({ eventId }) => which(eventId))) };
}

const creativeSeconds = (catalog: Catalog, keys: () => Promise<PlayKeys>): CreativeSeconds => ({
  load: async (views) => {
    await catalog.load({ flightKeys: flightsOf(views.map(({ flightKey }) => flightKey)) });
    const known = views.some(({ cryptic }) => isPlayToken(cryptic)) ? await keys() : null;
    return ({ flightKey, cryptic }) => {
      const play = known !== null && isPlayToken(cryptic) ? readPlay(cryptic, known) : null;
      return shownSeconds(catalog, flightKey, play?.creative ?? null);
    };
  },
  mixed: async (flightKeys) => {
    await catalog.load({ flightKeys: flightsOf(flightKeys) });
    return flightKeys.filter((key) => {
      const lengths = catalog.flightsByKey.get(key)?.creatives.map(({ seconds }) => seconds);
      return new Set(lengths).size > 1;
    });
  },
});

/** 0 is no flight. */
const flightsOf = (keys: readonly number[]): ReadonlySet<number> => new Set(keys.filter((key) => key !== 0));
