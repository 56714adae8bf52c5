import type { Catalog } from '../../network/snapshot/catalog.ts';
import type { PlaysOf } from '../../plays/budgets.ts';
import { isPlayToken, type Play, type PlayKeys, verifyPlay } from '../../plays/play-token.ts';
import type { Draft } from './examine-batch.ts';

type Played = { readonly drafts: readonly Draft[]; readonly plays: PlaysOf };

/**
 * The views that report a play that was served: what is kept for its price is theirs, and a view that does not name its flight
 * has that of the play. What is wrong with a token is judged elsewhere; here it just holds nothing.
 */
export async function playsOfDrafts(
  drafts: readonly Draft[],
  catalog: Catalog,
  keys: () => Promise<PlayKeys>,
): Promise<Played> {
  const signed = drafts.filter(({ kind, event }) => kind === 'view' && isPlayToken(event.cryptic));
  if (signed.length === 0) return { drafts, plays: new Map() };
  const known = await keys();
  const plays = new Map<bigint, Play>();
  for (const { eventId, event, located } of signed) {
    const view = { id: event.id, outletKey: located.outlet.key, flightKey: null, timestampMs: event.timestampMs };
    const verdict = verifyPlay(event.cryptic, view, known);
    if ('play' in verdict) plays.set(eventId, verdict.play);
  }
  await catalog.load({ flightKeys: new Set([...plays.values()].map(({ flightKey }) => flightKey).filter(Boolean)) });
  const named = (draft: Draft): Draft => {
    const play = draft.event.flightCode === null ? plays.get(draft.eventId) : undefined;
    const flight = play === undefined ? undefined : catalog.flightsByKey.get(play.flightKey);
    return flight === undefined ? draft : { ...draft, event: { ...draft.event, flightCode: flight.code } };
  };
  return { drafts: drafts.map(named), plays };
}
