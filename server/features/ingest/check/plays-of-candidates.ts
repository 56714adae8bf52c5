import type { EventResult } from '#contract/ingest.ts';
import type { KnownEvent } from '#event-store/event-store.ts';
import { eventIdOf } from '#event-store/event-store.ts';
import type { Catalog } from '../../../network/snapshot/catalog.ts';
import type { ReportedPlay } from '../../../plays/open-plays.ts';
import { isPlayToken, type Play, type PlayKeys, readPlay, verifyPlay } from '../../../plays/play-token.ts';
import type { CandidateEvent } from './check-batch.ts';

type Played = { readonly candidates: readonly CandidateEvent[]; readonly plays: ReadonlyMap<bigint, Play> };
type Token = Pick<CandidateEvent, 'fault'> & { readonly play: Play | null };

/**
 * Reads the play tokens of the events. The money reserved for a valid play pays for its view. A view that names no
 * flight gets the flight of its play, even if the token is invalid. So the advertiser sees the view among invalid
 * traffic. If a flight pays per click or burn, the money is reserved for those events, so they may also carry the
 * token. The tokens of clicks and burns are not judged.
 */
export async function playsOfCandidates(
  candidates: readonly CandidateEvent[],
  catalog: Catalog,
  keys: () => Promise<PlayKeys>,
): Promise<Played> {
  const signed = candidates.filter(({ event }) => isPlayToken(event.cryptic));
  if (signed.length === 0) return { candidates, plays: new Map() };
  const known = await keys();
  const views = signed.filter(({ kind }) => kind === 'view');
  const tokens = new Map(views.map((candidate) => [candidate, tokenOf(candidate, catalog, known)]));
  const flightKeys = [...tokens.values()].map(({ play }) => play?.flightKey ?? 0).filter((key) => key !== 0);
  await catalog.load({ flightKeys: new Set(flightKeys) });
  const plays = new Map<bigint, Play>();
  const read = (candidate: CandidateEvent): CandidateEvent => {
    if (!isPlayToken(candidate.event.cryptic)) return candidate;
    if (candidate.kind !== 'view') {
      const play = playOfFollower(candidate, known);
      if (play !== null) plays.set(candidate.eventId, play);
      return candidate;
    }
    const { fault, play } = tokens.get(candidate) ?? { fault: null, play: null };
    if (play !== null && fault === null) plays.set(candidate.eventId, play);
    const flight =
      play === null || candidate.event.flightCode !== null ? undefined : catalog.flightsByKey.get(play.flightKey);
    const judged = { ...candidate, fault, play: fault === null ? play : null };
    if (flight === undefined) return judged;
    return { ...judged, isNamedByToken: true, event: { ...candidate.event, flightCode: flight.code } };
  };
  return { candidates: candidates.map(read), plays };
}

/**
 * Returns the token's play, even if the token has a fault, and the fault. The play is null if this network did not
 * sign the token.
 */
function tokenOf({ event, located }: CandidateEvent, { flightsByCode }: Catalog, keys: PlayKeys): Token {
  const named = event.flightCode === null ? null : (flightsByCode.get(event.flightCode)?.key ?? null);
  const view = { id: event.id, outletKey: located.outlet.key, flightKey: named, timestampMs: event.timestampMs };
  const verdict = verifyPlay(event.cryptic, view, keys);
  if ('play' in verdict) return { fault: null, play: verdict.play };
  return { fault: verdict.fault, play: readPlay(event.cryptic, keys) };
}

/** Returns the play of the view that a click or burn names, read from the event's own token. */
function playOfFollower({ event, located }: CandidateEvent, keys: PlayKeys): Play | null {
  const play = readPlay(event.cryptic, keys);
  return play !== null && play.id === event.viewId && play.outletKey === located.outlet.key ? play : null;
}

/** Finds the stored view of a click or burn. */
type ViewOf = (follower: CandidateEvent) => Pick<KnownEvent, 'eventId' | 'cryptic'> | undefined;

/**
 * Adds the plays of clicks and burns that do not repeat their view's token. Such an event belongs to the play of its
 * view, whose lease pays for it. `viewOf` finds stored views.
 */
export async function withPlaysOfViews(
  candidates: readonly CandidateEvent[],
  plays: ReadonlyMap<bigint, Play>,
  viewOf: ViewOf,
  keys: () => Promise<PlayKeys>,
): Promise<ReadonlyMap<bigint, Play>> {
  const all = new Map(plays);
  for (const candidate of candidates) {
    if (candidate.kind === 'view' || all.has(candidate.eventId)) continue;
    const play = plays.get(candidate.viewId) ?? (await storedPlay(candidate, viewOf(candidate), keys));
    if (play !== null) all.set(candidate.eventId, play);
  }
  return all;
}

async function storedPlay({ located }: CandidateEvent, view: ReturnType<ViewOf>, keys: () => Promise<PlayKeys>) {
  if (view === undefined || !isPlayToken(view.cryptic)) return null;
  const play = readPlay(view.cryptic, await keys());
  const { key } = located.outlet;
  return play !== null && play.outletKey === key && eventIdOf(key, play.id) === view.eventId ? play : null;
}

/**
 * Returns the plays whose views are stored and valid, so that these plays are released. The plays of invalid views stay
 * open until they expire. Their prices were not spent, and otherwise an outlet could hold any number of plays.
 */
export function reportedPlays(
  candidates: readonly CandidateEvent[],
  results: readonly EventResult[],
  stored: ReadonlyMap<bigint, readonly KnownEvent[]>,
): ReportedPlay[] {
  return candidates.flatMap(({ kind, play, eventId, located }, nth): ReportedPlay[] => {
    if (kind !== 'view' || play === null || play.flightKey === 0) return [];
    const { status, counted } = results[nth] ?? {};
    const { key: outletKey } = located.outlet;
    const isStored = () =>
      stored.get(eventId)?.some((event) => event.outletKey === outletKey && event.invalid === null) === true;
    const counts = status === 'accepted' ? counted !== false : status === 'duplicate' && isStored();
    return counts ? [{ outletKey, id: play.id }] : [];
  });
}
