import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { firstStepsQuery } from './dashboard-api.ts';
import { DASHBOARD } from './dashboard-keys.ts';
import { isMapEmpty } from './is-map-empty.ts';

type Beginning = {
  /** Whether the state of the network is known; the map waits for that. */
  readonly isKnown: boolean;
  readonly steps: readonly OnboardingStep[];
  /** In place of the map, above the overview, or nowhere. */
  readonly place: 'map' | 'above' | null;
  /** Hides the checklist permanently in this browser; undefined while the checklist explains the empty screen. */
  readonly hide: (() => void) | undefined;
};

/** The checklist of a new network, and its place. It checks off steps automatically, and then reloads the dashboard. */
export function useOnboarding(role: Role): Beginning {
  const client = useQueryClient();
  const [isHidden, setHidden] = useStoredFlag('firstSteps', 'hidden');
  const { data, isPending } = useQuery(firstStepsQuery(isHidden));
  const [wasOpen, setWasOpen] = useStoredFlag('firstStepsShown', 'yes');
  const steps = data?.data ?? [];
  const done = data ? steps.filter((step) => step.done).length : null;
  const lastDone = useRef(done);
  useEffect(() => {
    // Figures, map and cards do not reflect the new entries, because live changes report only events.
    if (lastDone.current !== null && done !== null && done > lastDone.current)
      void client.invalidateQueries({ queryKey: DASHBOARD });
    lastDone.current = done;
  }, [client, done]);
  const isFinished = done === steps.length;
  const isBare = isMapEmpty(steps, role);
  const isAdmin = role === 'admin';
  const isUnderWay = isAdmin && done !== null && !isFinished;
  // Stored in the browser: the last step usually happens elsewhere, and its user then returns to see that all steps are
  // done.
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
