import type { FlightState } from '#contract/flight-parts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { StateTag } from '../../ui/state-tag.tsx';
import { NOTHING_TO_SHOW, STATE_HINTS, STATE_TONES, STATE_WORDS } from './campaign-words.ts';
import { stateOfFlightStrings as strings } from './flights-strings.ts';

type StateOfFlightProps = {
  readonly state: FlightState | null;
  /** Whether the flight is approved but has no creative. */
  readonly showsNothing?: boolean;
};

/** The state of a flight, or of a campaign's most important flight. */
export function StateOfFlight({ state, showsNothing = false }: StateOfFlightProps) {
  if (state === null) return <StateTag>{strings.noFlights}</StateTag>;
  if (showsNothing)
    return (
      <span title={NOTHING_TO_SHOW}>
        <StateTag tone="warning">{interpolate(strings.stateNoCreative, { state: STATE_WORDS[state] })}</StateTag>
      </span>
    );
  return (
    <span title={STATE_HINTS[state]}>
      <StateTag tone={STATE_TONES[state]}>{STATE_WORDS[state]}</StateTag>
    </span>
  );
}
