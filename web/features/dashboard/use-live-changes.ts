import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { watchChanges } from './dashboard-api.ts';
import { planRefresh } from './live-plan.ts';
import { createLiveRounds } from './live-rounds.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** Rounds begin at most this often; with the server's one message a second a new event is on screen within two seconds. */
const ROUND_GAP_MS = 1_000;
const MOST_CALLS = 8;
/** What no message told of, for whatever reason, shows after this time. */
const ALL_EVERY_MS = 90_000;

/** Keeps what is on screen up to date while the page is open. `drawnCards` are the ids of the cards that are drawn. */
export function useLiveChanges(drawnCards: RefObject<ReadonlySet<string>>): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const controller = new AbortController();
    const rounds = createLiveRounds({
      plan: (affected) => planRefresh(client, affected, drawnCards.current),
      gapMs: ROUND_GAP_MS,
      mostCalls: MOST_CALLS,
    });
    let wasLost = false;
    watchChanges({
      onChange: rounds.add,
      onOpen: () => {
        if (wasLost) rounds.addAll();
        wasLost = false;
        setState('live');
      },
      onLost: () => {
        wasLost = true;
        setState('lost');
      },
      signal: controller.signal,
    });
    const net = setInterval(() => {
      if (document.visibilityState === 'visible') rounds.addAll();
    }, ALL_EVERY_MS);
    return () => {
      clearInterval(net);
      controller.abort();
      rounds.stop();
    };
  }, [client, drawnCards]);
  return state;
}
