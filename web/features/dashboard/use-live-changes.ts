import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveMessage } from '#contract/live.ts';
import { EARLY_MS, mayLackChanges } from '../../lib/first-answer.ts';
import type { createLiveRounds } from './live-rounds.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/**
 * Minimum time between the starts of two rounds. The server sends one message per second, so a new event is on screen
 * within two seconds if a round draws quickly.
 */
const ROUND_GAP_MS = 1_000;
const MOST_CALLS = 8;
/**
 * Interval at which everything is refetched. A change that no message reported appears after this time at the latest.
 */
const ALL_EVERY_MS = 90_000;

/** How long to wait before retrying a failed code load. */
const TRY_AGAIN_MS = 5_000;
/**
 * The message that refetches everything on screen. Sent at intervals, and after a lost connection, when the figures may
 * be stale.
 */
const EVERYTHING: LiveMessage = { all: true, customers: [], euis: [] };

/**
 * The message that refetches only the summary, which covers all outlets and is therefore refetched after every message.
 */
const SUMMARY: LiveMessage = { customers: [], euis: [] };

type Rounds = ReturnType<typeof createLiveRounds>;

/** Loaded separately from the page's bundle, because no figure waits for it. */
const watchCode = () => import('./live-api.ts');
const roundsCode = () => Promise.all([import('./live-rounds.ts'), import('./live-plan.ts'), import('./live-page.ts')]);
type RoundsCode = Awaited<ReturnType<typeof roundsCode>>;

/**
 * Loads the code that refreshes the figures, once there are figures. Messages that arrive earlier wait for the code, so
 * none is lost.
 */
function useRounds(make: (code: RoundsCode) => Rounds, isWanted: boolean) {
  const rounds = useRef<Rounds | null>(null);
  const waiting = useRef<LiveMessage[]>([]);
  const build = useEffectEvent(make);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (): void =>
      void roundsCode().then(
        (code) => {
          if (isGone) return;
          rounds.current = build(code);
          for (const message of waiting.current.splice(0)) rounds.current.add(message);
        },
        () => {
          timer = isGone ? undefined : setTimeout(load, TRY_AGAIN_MS);
        },
      );
    load();
    const wake = (): void => rounds.current?.wake();
    document.addEventListener('visibilitychange', wake);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      rounds.current?.stop();
      rounds.current = null;
    };
  }, [isWanted]);
  return (message: LiveMessage): void => {
    if (rounds.current) rounds.current.add(message);
    else waiting.current.push(message);
  };
}

/**
 * Keeps the figures on screen up to date while the page is open. `drawnCards` contains the ids of the rendered cards.
 * `hasFigures` becomes true once there is something to refresh.
 */
export function useLiveChanges(drawnCards: RefObject<ReadonlySet<string>>, hasFigures: boolean): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const addChange = useRounds(
    ([{ createLiveRounds }, { planRefresh }, { livePage }]) =>
      createLiveRounds({
        plan: (affected) => planRefresh(client, affected, drawnCards.current),
        gapMs: ROUND_GAP_MS,
        mostCalls: MOST_CALLS,
        page: livePage(client),
      }),
    hasFigures,
  );
  const add = useEffectEvent(addChange);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const openedMs = Date.now();
    let wasLost = false;
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = {
      onChange: (message: LiveMessage) => add(message),
      onOpen: () => {
        const isLate = isFirst && Date.now() - openedMs > EARLY_MS;
        const lacksSummary = mayLackChanges();
        if (wasLost || isLate) add(EVERYTHING);
        else if (lacksSummary) add(SUMMARY);
        wasLost = isFirst = false;
        setState('live');
      },
      onLost: () => {
        wasLost = true;
        setState('lost');
      },
      signal,
    };
    const listen = (): void =>
      void watchCode().then(
        ({ watchChanges }) => {
          if (!signal.aborted) watchChanges(listener);
        },
        () => {
          if (signal.aborted) return;
          listener.onLost();
          timer = setTimeout(listen, TRY_AGAIN_MS);
        },
      );
    listen();
    const net = setInterval(() => {
      if (document.visibilityState === 'visible') add(EVERYTHING);
    }, ALL_EVERY_MS);
    return () => {
      clearInterval(net);
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  return state;
}
