import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { FigureOfEvents } from '#contract/explain.ts';
import {
  LAST_EVENT_DAYS,
  type OutletEvent,
  type OutletMeter,
  type OutletRunning,
  type OutletService,
  type ServiceMoment,
} from '#contract/service.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { outletName } from '#domain/eui.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatCount, formatDay, formatDollars, formatExactDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTabTitle } from '../../lib/tab-title.ts';
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
import { StatRow, StatRows } from '../../ui/stat-row.tsx';
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
import { servedOutletPageStrings as strings } from './service-strings.ts';
import { formatUptime } from './uptime-text.ts';

/** The page `/app/outlets/<id>`: an outlet's uptime, events and earnings in the last 30 days. */
export function ServedOutletPage() {
  const { outlet: id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(outletServiceQuery(id));
  useTabTitle(data === undefined ? undefined : outletName(data.outlet), data?.outlet.venue);
  if (data) return <Service service={data} />;
  return (
    <>
      <PageTitle title={strings.outlet} />
      <Panel label={strings.outlet}>
        {error ? (
          <ErrorState
            what={strings.loadFailed}
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
      <PageTitle title={outletName(outlet)} context={interpolate(strings.venueAndCustomer, { venue, customer })} />
      <div className={classes.panels}>
        <Panel title={strings.uptime} context={interpolate(strings.uptimeContext, { zone })}>
          <StatRows>
            <StatRow
              label={strings.status}
              value={lastSeen === null ? strings.neverSeen : ''}
              comparison={<StatusBadge status={status} />}
            />
            <StatRow label={strings.uptime30Days} value={formatUptime(service.uptime)} hint={strings.uptimeHint} />
          </StatRows>
          <BarStrip
            label={strings.uptimeByDay}
            head={[strings.day, strings.uptime]}
            bars={days.map(({ date, uptime }, at) => ({
              key: date,
              name: formatDay(date),
              value: uptime ?? 0,
              text: formatUptime(uptime),
              isOpen: at === days.length - 1,
            }))}
          />
          {knownSince === null ? <p>{strings.neverInContact}</p> : null}
          {lastSeen === null ? null : (
            <p>{interpolate(strings.lastContact, { lastSeen: <TimeText instant={lastSeen} relative /> })}</p>
          )}
        </Panel>
        <Money eui={eui} />
        <RunningPanel id={outlet.id} />
        <EventsPanel id={outlet.id} />
        <MeterPanel meter={service.meter} />
        <Panel title={strings.timeline} context={strings.timelineContext}>
          <Timeline service={service} />
        </Panel>
        <Panel title={strings.locationHistory}>
          <ul className={classes.moments}>
            {places.map((place) => (
              <li key={place.from}>
                <Place place={place} />
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <p>
        <Link to="/app/outlets">{strings.backToOutlets}</Link>
      </p>
    </>
  );
}

/** A venue where the outlet was, with the days. */
function Place({ place: { venue, customer, from, to, time_zone: zone } }: { place: OutletService['places'][number] }) {
  const start = <TermStart instant={from} timeZone={zone} />;
  return to === null
    ? interpolate(strings.placeSince, { venue, customer, from: start })
    : interpolate(strings.placeFromTo, {
        venue,
        customer,
        from: start,
        to: <TermStart instant={to} timeZone={zone} />,
      });
}

function Money({ eui }: { eui: string }) {
  const { data, error, isFetching, refetch } = useQuery(outletMoneyQuery(eui));
  const total = data?.total;
  const row = (label: string, figure: FigureOfEvents, value: string, unit?: string) => (
    <StatRow
      label={label}
      value={value}
      {...(unit === undefined ? {} : { unit })}
      open={(shown) => (
        <ExplainedFigure value={value} label={label} asked={{ figure, ...outletMoney(eui) }}>
          {shown}
        </ExplainedFigure>
      )}
    />
  );
  return (
    <Panel
      title={strings.earningsAndEnergy}
      context={strings.last30Days}
      actions={
        <Link to="/app/reports" search={{ filters: JSON.stringify({ outlet: [eui] }) }}>
          {strings.openInReports}
        </Link>
      }
    >
      {total ? (
        <StatRows>
          {row(strings.views, 'views', formatCount(total.views ?? 0))}
          {row(strings.revenue, 'revenue', formatDollars(total.revenue ?? 0))}
          {row(strings.energy, 'energy', (total.energy_kwh ?? 0).toFixed(2), 'kWh')}
          {row(strings.energyCost, 'energy', formatDollars(total.energy_cost ?? 0))}
          <StatRow
            label={strings.revenueAfterEnergy}
            value={formatDollars(total.left_after_energy ?? 0)}
            hint={strings.revenueAfterEnergyHint}
          />
        </StatRows>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.moneyLoadFailed}
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
  if (timeline.length === 0) return <EmptyState title={strings.timelineEmpty}>{strings.timelineEmptyText}</EmptyState>;
  return (
    <>
      <ol className={classes.moments}>
        {timeline.map((moment) => (
          <li key={keyOf(moment)}>
            <Moment moment={moment} />
          </li>
        ))}
      </ol>
      {leftOut > 0 ? <p>{interpolate(strings.notShown, { entries: counted(leftOut, strings.olderEntries) })}</p> : null}
    </>
  );
}

function Moment({ moment: { fault, from, to } }: { moment: ServiceMoment }) {
  const start = <TimeText instant={from} />;
  if (fault !== null) return interpolate(strings.faultAt, { fault: FAULT_WORDS[fault], at: start });
  return to === null
    ? interpolate(strings.noContactSince, { from: start })
    : interpolate(strings.noContactFromTo, { from: start, to: <TimeText instant={to} /> });
}

const SOURCE_WORDS = {
  view: strings.view,
  click: strings.click,
  burn: strings.burn,
  register: strings.meterRegister,
} as const;

const inWords = (wh: number): string =>
  interpolate(strings.wh, { wh: wh.toLocaleString('en-US', { maximumFractionDigits: 1 }) });

/** The outlet's meter readings. Implausible readings are counted separately, and no figure includes them. */
function MeterPanel({ meter: { register, implausible, latest } }: { meter: OutletMeter }) {
  return (
    <Panel title={strings.meter}>
      <StatRows>
        <StatRow
          label={strings.reading}
          value={register === null ? strings.notReported : inWords(register.wh)}
          hint={strings.readingHint}
        />
        {register === null ? null : (
          <p>{interpolate(strings.readAt, { at: <TimeText instant={register.at} relative /> })}</p>
        )}
        <StatRow label={strings.implausibleReadings} value={formatCount(implausible)} hint={strings.implausibleHint} />
      </StatRows>
      {latest.length === 0 ? null : (
        <ul className={classes.moments}>
          {latest.map(({ at, source, wh, most_wh: most }) => (
            <li key={`${source} ${at} ${wh}`}>
              {interpolate(strings.implausibleReading, {
                at: <TimeText instant={at} />,
                source: SOURCE_WORDS[source],
                wh: inWords(wh),
                most: inWords(most),
              })}
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
    <Panel title={strings.flightsNow} context={strings.flightsNowContext}>
      <Answered asked={useQuery(outletRunningQuery(id))} what={strings.flightsNowName} lines={4}>
        {(data) => <Running data={data} />}
      </Answered>
    </Panel>
  );
}

/** The newest events, each with its result. */
function EventsPanel({ id }: { id: string }) {
  return (
    <Panel
      title={strings.recentEvents}
      context={interpolate(strings.recentEventsContext, { days: counted(LAST_EVENT_DAYS, NOUNS.day) })}
    >
      <Answered asked={useQuery(outletEventsQuery(id))} what={strings.recentEventsName} lines={4}>
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
  const running = data.filter(({ state }) => state === 'runs').length;
  const idleText = hasPicture ? strings.noneRunningHouse : strings.noneRunning;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState title={strings.noFlights}>
          {hasPicture ? strings.noFlightsHouseText : strings.noFlightsText}
        </EmptyState>
      ) : (
        <>
          <p>
            {running === 0
              ? idleText
              : interpolate(strings.runningOfAll, {
                  running: formatCount(running),
                  all: formatCount(data.length + leftOut),
                })}
          </p>
          <RunningFlights flights={data} />
        </>
      )}
      {leftOut > 0 ? <p>{interpolate(strings.notListed, { flights: counted(leftOut, strings.moreFlights) })}</p> : null}
      {elsewhere === undefined || elsewhere === 0 ? null : (
        <p>{interpolate(strings.elsewhere, { flights: counted(elsewhere, strings.otherFlights) })}</p>
      )}
    </>
  );
}

const KINDS = { view: strings.view, click: strings.click, burn: strings.burn } as const;

function Events({ data }: { data: readonly OutletEvent[] }) {
  if (data.length === 0) return <EmptyState title={strings.noEvents}>{strings.noEventsText}</EmptyState>;
  return (
    <FigureTable label={strings.recentEventsTable} mostPx={420}>
      <thead>
        <tr>
          <th scope="col">{strings.time}</th>
          <th scope="col">{strings.event}</th>
          <th scope="col">{strings.sponsor}</th>
          <th scope="col">{strings.result}</th>
          <th scope="col">{strings.eventId}</th>
          <th scope="col" data-number>
            {strings.earned}
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
              {reason === null
                ? strings.valid
                : interpolate(strings.invalid, { reason: REASON_WORDS[reason].toLowerCase() })}
            </td>
            <td>{sentId === undefined ? '–' : <Identifier value={sentId} name={strings.eventIdName} />}</td>
            <td data-number>{formatExactDollars(earned)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
