import type { InvalidReason } from '#contract/ingest.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import type { Catalog } from '../../../network/snapshot/catalog.ts';
import { isPlayToken, type PlayKeys, readPlay } from '../../../plays/play-token.ts';
import { shownSeconds } from '../../../plays/shown-seconds.ts';
import type { CandidateEvent } from '../check/check-batch.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import type { LaterReasons } from './apply-invalid-reasons.ts';
import type { CreativeSeconds, LookedView, RatedView, RateRules, Stored } from './rate-rules.ts';

type Batch = {
  readonly candidates: readonly CandidateEvent[];
  readonly rows: readonly StoredRow[];
  readonly alone: LaterReasons;
  readonly rules: TrafficRules;
  readonly catalog: Catalog;
  readonly stored: Stored;
};

type Paced = {
  readonly reasons: ReadonlyMap<bigint, InvalidReason>;
  /** Forgets views of the batch, so that they no longer limit other views. */
  forget(which: (eventId: bigint) => boolean): void;
};

/** Reads the counted views near the batch's views, before the batch is decided. */
export function readRecentViews(
  paces: RateRules,
  candidates: readonly CandidateEvent[],
  { rules, catalog, keys }: Pick<Batch, 'rules' | 'catalog'> & { readonly keys: () => Promise<PlayKeys> },
): Promise<Stored> {
  // Memory is nearly always complete, so building a list would be wasted work.
  if (paces.knowsSince(oldestOfViews(candidates))) return paces.look([], rules, creativeSeconds(catalog, keys));
  const views: LookedView[] = [];
  for (const { kind, event, located } of candidates) {
    if (kind !== 'view') continue;
    const { outlet, assignment } = located;
    const { fingerprint, timestampMs: atMs } = event;
    views.push({ customerKey: assignment.customerKey, outletKey: outlet.key, fingerprint, atMs });
  }
  return paces.look(views, rules, creativeSeconds(catalog, keys));
}

function oldestOfViews(candidates: readonly CandidateEvent[]): number {
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const { kind, event } of candidates) if (kind === 'view') oldestMs = Math.min(oldestMs, event.timestampMs);
  return oldestMs;
}

/** Applies the rate rules to the batch's views that would count. */
export function applyRateRules(paces: RateRules, { candidates, rows, alone, rules, catalog, stored }: Batch): Paced {
  const creatives = new Map<bigint, string>();
  const sockets = new Map<number, number>();
  for (const { eventId, play, located } of candidates) {
    if (play !== null) creatives.set(eventId, play.creative);
    sockets.set(located.outlet.key, located.outlet.sockets);
  }
  const views: RatedView[] = [];
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

/** Returns the flight keys without 0, which means no flight. */
const flightsOf = (keys: readonly number[]): ReadonlySet<number> => new Set(keys.filter((key) => key !== 0));
