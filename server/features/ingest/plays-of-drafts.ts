import type { Catalog } from '../../network/snapshot/catalog.ts';
import type { PlaysOf } from '../../plays/budgets.ts';
import { isPlayToken, type Play, type PlayKeys, readPlay, verifyPlay } from '../../plays/play-token.ts';
import type { Draft } from './examine-batch.ts';

type Played = { readonly drafts: readonly Draft[]; readonly plays: PlaysOf };

/**
 * The views that report a play that was served: what is kept for its price is theirs, and a view that does not name its flight
 * has that of the play. Of a flight that pays by click or burn it is theirs that was kept, so they may carry the token as well.
 * What is wrong with a token is judged elsewhere; here it just holds nothing.
 */
export async function playsOfDrafts(
  drafts: readonly Draft[],
  catalog: Catalog,
  keys: () => Promise<PlayKeys>,
): Promise<Played> {
  const signed = drafts.filter(({ event }) => isPlayToken(event.cryptic));
  if (signed.length === 0) return { drafts, plays: new Map() };
  const known = await keys();
  const plays = new Map<bigint, Play>();
  for (const draft of signed) {
    const play = draft.kind === 'view' ? playOfView(draft, known) : playOfFollower(draft, known);
    if (play !== null) plays.set(draft.eventId, play);
  }
  await catalog.load({ flightKeys: new Set([...plays.values()].map(({ flightKey }) => flightKey).filter(Boolean)) });
  const named = (draft: Draft): Draft => {
    const isNameless = draft.kind === 'view' && draft.event.flightCode === null;
    const play = isNameless ? plays.get(draft.eventId) : undefined;
    const flight = play === undefined ? undefined : catalog.flightsByKey.get(play.flightKey);
    return flight === undefined ? draft : { ...draft, event: { ...draft.event, flightCode: flight.code } };
  };
  return { drafts: drafts.map(named), plays };
}

function playOfView({ event, located }: Draft, keys: PlayKeys): Play | null {
  const view = { id: event.id, outletKey: located.outlet.key, flightKey: null, timestampMs: event.timestampMs };
  const verdict = verifyPlay(event.cryptic, view, keys);
  return 'play' in verdict ? verdict.play : null;
}

/** Of the view that it names; after the play's end nothing is kept for it. */
function playOfFollower({ event, located }: Draft, keys: PlayKeys): Play | null {
  const play = readPlay(event.cryptic, keys);
  if (play === null || play.id !== event.viewId || play.outletKey !== located.outlet.key) return null;
  return event.timestampMs >= play.issuedMs && event.timestampMs <= play.expiresMs ? play : null;
}
