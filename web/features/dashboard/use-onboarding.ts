import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { firstStepsQuery } from './dashboard-api.ts';
import { DASHBOARD } from './dashboard-keys.ts';
import { isMapEmpty } from './is-map-empty.ts';

type Beginning = {
  /** Whether it is known what the network has: until then the map waits. */
  readonly isKnown: boolean;
  readonly steps: readonly OnboardingStep[];
  /** Instead of the map, above the overview, or nowhere. */
  readonly place: 'map' | 'above' | null;
  /** Takes it away for good in this browser; undefined while it says what the empty screen is for. */
  readonly hide: (() => void) | undefined;
};

/** What the first screen of a new network says, and where. It ticks off by itself, and what is there is fetched anew then. */
export function useOnboarding(role: Role): Beginning {
  const client = useQueryClient();
  const [isHidden, setHidden] = useStoredFlag('firstSteps', 'hidden');
  const { data, isPending } = useQuery(firstStepsQuery(isHidden));
  const [wasOpen, setWasOpen] = useStoredFlag('firstStepsShown', 'yes');
  const steps = data?.data ?? [];
  const done = data ? steps.filter((step) => step.done).length : null;
  const lastDone = useRef(done);
  useEffect(() => {
    // Figures, map and cards of before the step have not heard of it: they follow events, not entries.
    if (lastDone.current !== null && done !== null && done > lastDone.current)
      void client.invalidateQueries({ queryKey: DASHBOARD });
    lastDone.current = done;
  }, [client, done]);
  const isFinished = done === steps.length;
  const isBare = isMapEmpty(steps, role);
  const isAdmin = role === 'admin';
  const isUnderWay = isAdmin && done !== null && !isFinished;
  // Kept in the browser: the last step is mostly taken elsewhere, and whoever took it comes back to read that all is done.
  useEffect(() => {
    if (isUnderWay && !wasOpen) setWasOpen(true);
  }, [isUnderWay, wasOpen, setWasOpen]);
  const hide = (): void => {
    setHidden(true);
    setWasOpen(false);
  };
  const isWanted = isAdmin ? !isHidden && (!isFinished || wasOpen) : !isFinished;
  return {
    isKnown: !isPending,
    steps,
    place: isBare ? 'map' : isWanted && steps.length > 0 ? 'above' : null,
    hide: isAdmin && !isBare ? hide : undefined,
  };
}
