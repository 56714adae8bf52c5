import type { EventResult } from '#contract/ingest.ts';
import { eventIdOf } from '../../databases/events/event-identity.ts';
import type { KnownEvent } from '../../databases/events/events-db.ts';
import type { Catalog } from '../../network/snapshot/catalog.ts';
import type { ReportedPlay } from '../../plays/open-plays.ts';
import { isPlayToken, type Play, type PlayKeys, readPlay, verifyPlay } from '../../plays/play-token.ts';
import type { Draft } from './examine-batch.ts';

type Played = { readonly drafts: readonly Draft[]; readonly plays: ReadonlyMap<bigint, Play> };
type Token = Pick<Draft, 'fault'> & { readonly play: Play | null };

/**
 * The views that report a play that was served: what is kept for its price is theirs, and a view that does not name its flight
 * has that of the play, also where the play does not hold, so that its advertiser sees it among what does not count. Of a flight
 * that pays by click or burn it is theirs that was kept, so they may carry the token as well; theirs is not judged.
 */
export async function playsOfDrafts(
  drafts: readonly Draft[],
  catalog: Catalog,
  keys: () => Promise<PlayKeys>,
): Promise<Played> {
  const signed = drafts.filter(({ event }) => isPlayToken(event.cryptic));
  if (signed.length === 0) return { drafts, plays: new Map() };
  const known = await keys();
  const views = signed.filter(({ kind }) => kind === 'view');
  const tokens = new Map(views.map((draft) => [draft, tokenOf(draft, catalog, known)]));
  const flightKeys = [...tokens.values()].map(({ play }) => play?.flightKey ?? 0).filter((key) => key !== 0);
  await catalog.load({ flightKeys: new Set(flightKeys) });
  const plays = new Map<bigint, Play>();
  const read = (draft: Draft): Draft => {
    if (!isPlayToken(draft.event.cryptic)) return draft;
    if (draft.kind !== 'view') {
      const play = playOfFollower(draft, known);
      if (play !== null) plays.set(draft.eventId, play);
      return draft;
    }
    const { fault, play } = tokens.get(draft) ?? { fault: null, play: null };
    if (play !== null && fault === null) plays.set(draft.eventId, play);
    const flight =
      play === null || draft.event.flightCode !== null ? undefined : catalog.flightsByKey.get(play.flightKey);
    const judged = { ...draft, fault, play: fault === null ? play : null };
    if (flight === undefined) return judged;
    return { ...judged, isNamedByToken: true, event: { ...draft.event, flightCode: flight.code } };
  };
  return { drafts: drafts.map(read), plays };
}

/** The play is answered with its fault as well, unless nobody here signed it. */
function tokenOf({ event, located }: Draft, { flightsByCode }: Catalog, keys: PlayKeys): Token {
  const named = event.flightCode === null ? null : (flightsByCode.get(event.flightCode)?.key ?? null);
  const view = { id: event.id, outletKey: located.outlet.key, flightKey: named, timestampMs: event.timestampMs };
  const verdict = verifyPlay(event.cryptic, view, keys);
  if ('play' in verdict) return { fault: null, play: verdict.play };
  return { fault: verdict.fault, play: readPlay(event.cryptic, keys) };
}

/** The play of the view that it names, as its own token says. */
function playOfFollower({ event, located }: Draft, keys: PlayKeys): Play | null {
  const play = readPlay(event.cryptic, keys);
  return play !== null && play.id === event.viewId && play.outletKey === located.outlet.key ? play : null;
}

/** The stored view of a click or burn. */
type ViewOf = (follower: Draft) => Pick<KnownEvent, 'eventId' | 'cryptic'> | undefined;

/**
 * Adds the plays of clicks and burns that do not repeat their view's token: a click or burn belongs to the play of its
 * view, whose lease pays for it. `viewOf` finds views that are stored.
 */
export async function withPlaysOfViews(
  drafts: readonly Draft[],
  plays: ReadonlyMap<bigint, Play>,
  viewOf: ViewOf,
  keys: () => Promise<PlayKeys>,
): Promise<ReadonlyMap<bigint, Play>> {
  const all = new Map(plays);
  for (const draft of drafts) {
    if (draft.kind === 'view' || all.has(draft.eventId)) continue;
    const play = plays.get(draft.viewId) ?? (await storedPlay(draft, viewOf(draft), keys));
    if (play !== null) all.set(draft.eventId, play);
  }
  return all;
}

async function storedPlay({ located }: Draft, view: ReturnType<ViewOf>, keys: () => Promise<PlayKeys>) {
  if (view === undefined || !isPlayToken(view.cryptic)) return null;
  const play = readPlay(view.cryptic, await keys());
  const { key } = located.outlet;
  return play !== null && play.outletKey === key && eventIdOf(key, play.id) === view.eventId ? play : null;
}

/**
 * Plays whose views are stored and count, so that their outlets no longer hold them. Those of invalid views stay open until they
 * end: their prices were not spent, and an outlet could hold any number of them.
 */
export function reportedPlays(
  drafts: readonly Draft[],
  results: readonly EventResult[],
  stored: ReadonlyMap<bigint, readonly KnownEvent[]>,
): ReportedPlay[] {
  return drafts.flatMap(({ kind, play, eventId, located }, nth): ReportedPlay[] => {
    if (kind !== 'view' || play === null || play.flightKey === 0) return [];
    const { status, counted } = results[nth] ?? {};
    const { key: outletKey } = located.outlet;
    const isStored = () =>
      stored.get(eventId)?.some((event) => event.outletKey === outletKey && event.invalid === null) === true;
    const counts = status === 'accepted' ? counted !== false : status === 'duplicate' && isStored();
    return counts ? [{ outletKey, id: play.id }] : [];
  });
}
