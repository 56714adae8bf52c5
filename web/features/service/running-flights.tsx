import type { RunningFlight, RunningState } from '#contract/service.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { FigureTable } from '../../ui/figure-table.tsx';
import { runningFlightsStrings as strings } from './service-strings.ts';

type Line = { readonly name: string; readonly state: string; readonly flights: number };

/**
 * The flights that target an outlet. An owner sees only sponsors, so flights with the same sponsor and state share a
 * row.
 */
export function RunningFlights({ flights }: { flights: readonly RunningFlight[] }) {
  return (
    <FigureTable label={strings.flights} mostPx={420}>
      <thead>
        <tr>
          <th scope="col">{strings.sponsor}</th>
          <th scope="col" data-number>
            {strings.flights}
          </th>
          <th scope="col">{strings.state}</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(flights).map(({ name, state, flights: count }) => (
          <tr key={`${name} ${state}`}>
            <th scope="row">{name}</th>
            <td data-number>{count}</td>
            <td>{state}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

function linesOf(flights: readonly RunningFlight[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const flight of flights) {
    const name = nameOf(flight);
    const state = stateOf(flight);
    const key = `${name}\n${state}`;
    lines.set(key, { name, state, flights: (lines.get(key)?.flights ?? 0) + 1 });
  }
  return [...lines.values()];
}

const nameOf = ({ flight, sponsor }: RunningFlight): string =>
  flight === undefined ? sponsor : interpolate(strings.flightAndSponsor, { flight, sponsor });

function stateOf({ all_pictures: all, pictures, state }: RunningFlight): string {
  return state === 'runs' && pictures < all
    ? interpolate(strings.runningPartly, { pictures, all })
    : RUNNING_WORDS[state];
}

/** Texts that explain why a flight does or does not run at an outlet. */
const RUNNING_WORDS: Readonly<Record<RunningState, string>> = {
  runs: strings.running,
  not_begun: strings.notStarted,
  paused: strings.paused,
  day_spent: strings.dayCapped,
  spent: strings.budgetSpent,
  resting: strings.resting,
  waiting: strings.waiting,
  refused: strings.refused,
  blocked: strings.blocked,
  no_picture: strings.noCreative,
};
