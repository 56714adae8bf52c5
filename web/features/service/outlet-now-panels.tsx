import { useQuery } from '@tanstack/react-query';
import { LAST_EVENT_DAYS, type OutletEvent, type OutletRunning } from '#contract/service.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatCounted, formatExactDollars } from '../../lib/formatters.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RunningFlights } from './running-flights.tsx';
import classes from './service.module.css';
import { outletEventsQuery, outletRunningQuery } from './service-api.ts';

/** The ads that the outlet may show now, and why its other flights may not run. */
export function RunningPanel({ id }: { id: string }) {
  return (
    <Panel title="What runs there now" context="Flights that are meant for this outlet">
      <Answered asked={useQuery(outletRunningQuery(id))} what="What runs there" lines={4}>
        {(data) => <Running data={data} />}
      </Answered>
    </Panel>
  );
}

/** The newest events, with the result of each. */
export function EventsPanel({ id }: { id: string }) {
  return (
    <Panel title="Last events" context={`The newest of the last ${LAST_EVENT_DAYS} days`}>
      <Answered asked={useQuery(outletEventsQuery(id))} what="The last events" lines={4}>
        {(data) => <Events data={data} />}
      </Answered>
    </Panel>
  );
}

function Running({
  data: { data, elsewhere, has_house_picture: hasPicture, left_out: leftOut },
}: {
  data: OutletRunning;
}) {
  const house = hasPicture ? 'the owner’s own picture is shown' : 'nothing is shown';
  const running = data.filter(({ state }) => state === 'runs').length;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState title="No flight is meant for this outlet">{`Now ${house}.`}</EmptyState>
      ) : (
        <>
          <p>
            {running === 0
              ? `None may be shown now: ${house}.`
              : `${formatCount(running)} of ${formatCount(data.length + leftOut)} may be shown now.`}
          </p>
          <RunningFlights flights={data} />
        </>
      )}
      {leftOut > 0 ? <p>{formatCounted(leftOut, 'more is', 'more are')} not listed.</p> : null}
      {elsewhere === undefined || elsewhere === 0 ? null : (
        <p>{formatCounted(elsewhere, 'other flight targets', 'other flights target')} other places.</p>
      )}
    </>
  );
}

const KINDS = { view: 'View', click: 'Click', burn: 'Burn' } as const;

function Events({ data }: { data: readonly OutletEvent[] }) {
  if (data.length === 0) return <EmptyState title="No events">What the outlet reports stands here.</EmptyState>;
  return (
    <FigureTable label="Last events of the outlet" mostPx={420}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Sponsor</th>
          <th scope="col">Result</th>
          <th scope="col">Event ID</th>
          <th scope="col" data-number>
            Earned
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ at, earned, flight = '', id, kind, reason, sponsor, sent_id: sentId }) => (
          <tr key={`${id} ${at}`}>
            <td>
              <TimeText instant={at} />
            </td>
            <td>{KINDS[kind]}</td>
            <td>{[flight, sponsor].filter((word) => word !== '').join(', ') || '–'}</td>
            <td className={reason === null ? undefined : classes.refused}>
              {reason === null ? 'Counts' : `Does not count: ${REASON_WORDS[reason].toLowerCase()}`}
            </td>
            <td>{sentId === undefined ? '–' : <Identifier value={sentId} name="event ID" />}</td>
            <td data-number>{formatExactDollars(earned)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
