import type { Catalog } from '../../network/snapshot/catalog.ts';
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

/** Of the view that it names; after the play's end nothing is kept for it. */
function playOfFollower({ event, located }: Draft, keys: PlayKeys): Play | null {
  const play = readPlay(event.cryptic, keys);
  if (play === null || play.id !== event.viewId || play.outletKey !== located.outlet.key) return null;
  return event.timestampMs >= play.issuedMs && event.timestampMs <= play.expiresMs ? play : null;
}
