import type { RunningFlight, RunningState } from '#contract/service.ts';
import { FigureTable } from '../../ui/figure-table.tsx';

type Line = { readonly name: string; readonly state: string; readonly flights: number };

/**
 * The flights that target an outlet. An owner sees only sponsors, so flights with the same sponsor and state share a
 * row.
 */
export function RunningFlights({ flights }: { flights: readonly RunningFlight[] }) {
  return (
    <FigureTable label="Flights" mostPx={420}>
      <thead>
        <tr>
          <th scope="col">Sponsor</th>
          <th scope="col" data-number>
            Flights
          </th>
          <th scope="col">State</th>
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
  flight === undefined ? sponsor : `${flight}, ${sponsor}`;

function stateOf({ all_pictures: all, pictures, state }: RunningFlight): string {
  const some = state === 'runs' && pictures < all ? `, with ${pictures} of ${all} pictures` : '';
  return `${RUNNING_WORDS[state]}${some}`;
}

/** Texts that explain why a flight does or does not run at an outlet. */
const RUNNING_WORDS: Readonly<Record<RunningState, string>> = {
  runs: 'May be shown now',
  not_begun: 'Has not begun',
  paused: 'Is paused',
  day_spent: 'Has spent its day',
  spent: 'Has spent its budget',
  resting: 'Rests now',
  waiting: 'Waits until the owner accepts its pictures',
  refused: 'The owner refused its pictures',
  blocked: 'The owner takes none of its category',
  no_picture: 'Has no picture',
};
