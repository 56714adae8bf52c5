import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ExplainedFigure } from '#contract/explain.ts';
import {
  LAST_EVENT_DAYS,
  type OutletEvent,
  type OutletMeter,
  type OutletRunning,
  type OutletService,
  type ServiceMoment,
} from '#contract/service.ts';
import { outletName } from '#domain/eui.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatCount, formatCounted, formatDay, formatDollars, formatExactDollars } from '../../lib/formatters.ts';
import { Answered } from '../../ui/answered.tsx';
import { BarStrip } from '../../ui/bar-strip.tsx';
import { TermStart } from '../../ui/drawer-parts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StatRow } from '../../ui/stat-row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { FAULT_WORDS } from './fault-words.ts';
import { RunningFlights } from './running-flights.tsx';
import classes from './service.module.css';
import {
  outletEventsQuery,
  outletMoney,
  outletMoneyQuery,
  outletRunningQuery,
  outletServiceQuery,
} from './service-api.ts';
import { formatUptime } from './uptime-text.ts';

/** The page `/app/outlets/<id>`: an outlet's uptime, events and earnings in the last 30 days. */
export function ServedOutletPage() {
  const { outlet: id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(outletServiceQuery(id));
  if (data) return <Service service={data} />;
  return (
    <>
      <PageTitle title="Outlet" />
      <Panel label="Outlet">
        {error ? (
          <ErrorState
            what="The outlet could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <LinesSkeleton lines={8} />
        )}
      </Panel>
    </>
  );
}

function Service({ service }: { service: OutletService }) {
  const { outlet, days, known_since: knownSince, places, time_zone: zone } = service;
  const { eui, venue, customer, status, last_seen: lastSeen } = outlet;
  return (
    <>
      <PageTitle title={outletName(outlet)} context={`${venue}, ${customer}`} />
      <div className={classes.panels}>
        <Panel title="Uptime" context={`By day in ${zone}`}>
          <StatRow
            label="Status"
            value={lastSeen === null ? 'Never seen' : ''}
            comparison={<StatusBadge status={status} />}
          />
          <StatRow
            label="Uptime, 30 days"
            value={formatUptime(service.uptime)}
            hint="Time in which it counted as online, of the time since its first contact that is known."
          />
          <BarStrip
            label="Uptime by day"
            head={['Day', 'Uptime']}
            bars={days.map(({ date, uptime }, at) => ({
              key: date,
              name: formatDay(date),
              value: uptime ?? 0,
              text: formatUptime(uptime),
              isOpen: at === days.length - 1,
            }))}
          />
          {knownSince === null ? <p>It was never heard of.</p> : null}
          {lastSeen === null ? null : (
            <p>
              Last contact <TimeText instant={lastSeen} relative />
            </p>
          )}
        </Panel>
        <Money eui={eui} />
        <RunningPanel id={outlet.id} />
        <EventsPanel id={outlet.id} />
        <MeterPanel meter={service.meter} />
        <Panel title="What happened" context="Silences and faults, newest first">
          <Timeline service={service} />
        </Panel>
        <Panel title="Where it stood">
          <ul className={classes.moments}>
            {places.map((place) => (
              <li key={place.from}>
                {place.venue}, {place.customer}: since <TermStart instant={place.from} timeZone={place.time_zone} />
                {place.to === null ? null : (
                  <>
                    {' '}
                    until <TermStart instant={place.to} timeZone={place.time_zone} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <p>
        <Link to="/app/outlets">All outlets in service</Link>
      </p>
    </>
  );
}

function Money({ eui }: { eui: string }) {
  const { data, error, isFetching, refetch } = useQuery(outletMoneyQuery(eui));
  const total = data?.total;
  const why = (label: string, figure: ExplainedFigure) => (
    <ExplainButton label={label} asked={{ figure, ...outletMoney(eui) }} />
  );
  return (
    <Panel
      title="Earnings and energy"
      context="The last 30 days"
      actions={
        <Link to="/app/reports" search={{ filters: JSON.stringify({ outlet: [eui] }) }}>
          Open in reports
        </Link>
      }
    >
      {total ? (
        <>
          <StatRow label="Views" value={formatCount(total.views ?? 0)} action={why('Views', 'views')} />
          <StatRow label="Revenue" value={formatDollars(total.revenue ?? 0)} action={why('Revenue', 'revenue')} />
          <StatRow
            label="Energy"
            value={(total.energy_kwh ?? 0).toFixed(2)}
            unit="kWh"
            action={why('Energy', 'energy')}
          />
          <StatRow
            label="Cost of energy"
            value={formatDollars(total.energy_cost ?? 0)}
            action={why('Cost of energy', 'energy')}
          />
          <StatRow
            label="Left after energy"
            value={formatDollars(total.left_after_energy ?? 0)}
            hint="Revenue less what the energy cost."
          />
        </>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="What it earned could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={5} />}
    </Panel>
  );
}

const keyOf = ({ kind, fault, from }: ServiceMoment): string => `${kind} ${fault ?? ''} ${from}`;

function Timeline({ service: { timeline, left_out: leftOut } }: { service: OutletService }) {
  if (timeline.length === 0) return <EmptyState title="Neither a silence nor a fault">So it should be.</EmptyState>;
  return (
    <>
      <ol className={classes.moments}>
        {timeline.map((moment) => (
          <li key={keyOf(moment)}>
            <Moment moment={moment} />
          </li>
        ))}
      </ol>
      {leftOut > 0 ? <p>{formatCount(leftOut)} older ones are not shown.</p> : null}
    </>
  );
}

function Moment({ moment: { fault, from, to } }: { moment: ServiceMoment }) {
  if (fault !== null)
    return (
      <>
        {FAULT_WORDS[fault]}: <TimeText instant={from} />
      </>
    );
  return (
    <>
      Silent since <TimeText instant={from} />
      {to === null ? ', still' : null}
      {to === null ? null : (
        <>
          {' '}
          until <TimeText instant={to} />
        </>
      )}
    </>
  );
}

const SOURCE_WORDS = { view: 'View', click: 'Click', burn: 'Burn', register: 'Meter register' } as const;

const inWords = (wh: number): string => `${wh.toLocaleString('en-US', { maximumFractionDigits: 1 })} Wh`;

/** The outlet's meter readings. Implausible readings are counted separately, and no figure includes them. */
function MeterPanel({ meter: { register, implausible, latest } }: { meter: OutletMeter }) {
  return (
    <Panel title="Meter">
      <StatRow
        label="Register"
        value={register === null ? 'Not reported' : inWords(register.wh)}
        hint="Cumulative reading of the meter. Differences replace the estimate of each view."
      />
      {register === null ? null : (
        <p>
          Read <TimeText instant={register.at} relative />
        </p>
      )}
      <StatRow
        label="Implausible readings"
        value={formatCount(implausible)}
        hint="Above what the outlet's rated power allows. They are in no figure; the estimate stays."
      />
      {latest.length === 0 ? null : (
        <ul className={classes.moments}>
          {latest.map(({ at, source, wh, most_wh: most }) => (
            <li key={`${source} ${at} ${wh}`}>
              <TimeText instant={at} />: {SOURCE_WORDS[source]}, {inWords(wh)}. At most {inWords(most)} is plausible.
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The ads that the outlet may show now, and why its other flights may not run. */
function RunningPanel({ id }: { id: string }) {
  return (
    <Panel title="What runs there now" context="Flights that are meant for this outlet">
      <Answered asked={useQuery(outletRunningQuery(id))} what="What runs there" lines={4}>
        {(data) => <Running data={data} />}
      </Answered>
    </Panel>
  );
}

/** The newest events, each with its result. */
function EventsPanel({ id }: { id: string }) {
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
