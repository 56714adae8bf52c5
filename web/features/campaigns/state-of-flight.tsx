import type { FlightState } from '#contract/flight-parts.ts';
import { StateTag } from '../../ui/state-tag.tsx';
import { STATE_HINTS, STATE_TONES, STATE_WORDS } from './campaign-words.ts';

/** What a flight, or the most important one of a campaign, is now. */
export function StateOfFlight({ state }: { state: FlightState | null }) {
  if (state === null) return <StateTag>No flights</StateTag>;
  return (
    <span title={STATE_HINTS[state]}>
      <StateTag tone={STATE_TONES[state]}>{STATE_WORDS[state]}</StateTag>
    </span>
  );
}
