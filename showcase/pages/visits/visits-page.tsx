import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button, Checkbox, Progress, TextInput } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowDownRight, IconArrowUpRight, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { loadStatesMap } from '../../lib/outline-map.ts';
import { FigureBone } from '../../ui/charts/chart-figure.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { VectorMap } from '../../ui/maps/vector-map.tsx';
import { AvatarMark } from '../avatar-mark.tsx';
import { CALENDAR_EVENTS } from '../calendar-sample-data.ts';
import { LiveTraffic } from '../live-traffic.tsx';
import { MiniCalendar } from '../mini-calendar.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { YearMapPanel } from '../year-map-panel.tsx';
import classes from './visits.module.css';
import { AGENDA, ALL_VISITS, CITIES, MAP_ROWS, MARKET_ROWS, MESSAGES, STAT_PANELS } from './visits-sample-data.ts';

/** The sample dashboard, to which unknown paths redirect (docs/sample-pages.md#visits). */
export function VisitsPage() {
  return (
    <ShowcasePage title="Dashboard" subtitle="Visits across the network">
      <MapArea />
      <YearMapPanel />
      <Columns>
        {STAT_PANELS.map((panel) => (
          <Column key={panel.title} md={6} xl={4}>
            <StatPanel {...panel} />
          </Column>
        ))}
        <Column md={6} xl={4}>
          <MessagesPanel />
        </Column>
        <Column md={6} xl={4}>
          <MarketPanel />
        </Column>
        <Column md={6} xl={4}>
          <Widget title="Calendar" settings close>
            <MiniCalendar events={CALENDAR_EVENTS} />
            <ul className={classes.agenda}>
              {AGENDA.map(({ title, time, tone }) => (
                <li key={title}>
                  {title}
                  <time className={classes.pill} data-tone={tone}>
                    {time}
                  </time>
                </li>
              ))}
            </ul>
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, plus: IconPlus } as const;
const FILLED = 60;

/** Three figures, a progress bar and the trend. */
function StatPanel({ title, facts, tone, trend, note }: (typeof STAT_PANELS)[number]) {
  const Icon = ICONS[trend];
  return (
    <Widget title={title} settings close>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Progress
        value={FILLED}
        size="sm"
        color={tone === 'primary' ? 'brand' : tone}
        aria-label={`${title}: ${FILLED}%`}
      />
      <p className={classes.trend} data-tone={tone}>
        <Icon size={16} aria-hidden="true" /> {note}
      </p>
    </Widget>
  );
}

const STATUS_NAMES = { online: 'online', late: 'away', offline: 'offline' } as const;

/** Messages from four people. The field below filters the messages. */
function MessagesPanel() {
  const [words, setWords] = useState('');
  const shown = MESSAGES.filter(({ name, text }) =>
    `${name} ${text}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <Widget title="New Messages" reload close>
      <ul className={classes.messages}>
        {shown.map(({ name, tone, status, text }) => (
          <li key={name}>
            <AvatarMark name={name} tone={tone} />
            <span className={classes.message}>
              <span className={classes.person}>
                {name}
                <span className={classes.presence} data-status={status}>
                  {STATUS_NAMES[status]}
                </span>
              </span>
              <span className={classes.sub}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={classes.line}>No message with these words.</p> : null}
      <TextInput
        aria-label="Search in messages"
        placeholder="Search in messages"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </Widget>
  );
}

/** Earnings, their sources, and live traffic. */
function MarketPanel() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // The heading's checkbox selects or clears all rows. Clearing a row also clears the heading's checkbox, but selecting
  // the rows one by one does not select it.
  const [isHeadSet, setHeadSet] = useState(false);
  const toggleAll = (isOn: boolean): void => {
    setHeadSet(isOn);
    setChosen(new Set(isOn ? MARKET_ROWS.map(({ id }) => id) : []));
  };
  const toggle = (id: number, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else {
      next.delete(id);
      setHeadSet(false);
    }
    setChosen(next);
  };
  return (
    <Widget title="Market **Stats**" close>
      <p className={classes.earned}>$ 640 Earned</p>
      <p className={classes.sub}>Target for the week: $ 900</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label="All rows"
                checked={isHeadSet}
                onChange={({ target }) => toggleAll(target.checked)}
              />
            </th>
            <th scope="col">Name</th>
            <th scope="col" className={classes.number}>
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {MARKET_ROWS.map(({ id, name, price }) => (
            <tr key={id}>
              <td>
                <Checkbox
                  aria-label={name}
                  checked={chosen.has(id)}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
              </td>
              <td>{name}</td>
              <td className={classes.number}>$ {price.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <LiveTraffic height={100} />
    </Widget>
  );
}

const HOME_ZOOM = 1.2;
const COUNT_MS = 1000;
const SHARP_UP_TO = 3;
const spaced = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');
const matches = (name: string, words: string) => name.toLowerCase().includes(words.toLowerCase());

/** The map of the United States with its figures. The search highlights states and cities by name. */
function MapArea() {
  const [asked, setAsked] = useState<string | null>(null);
  const words = asked ?? '';
  const { data: map } = useQuery({
    queryKey: ['states-map', SHARP_UP_TO],
    queryFn: () => loadStatesMap(SHARP_UP_TO),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = new Set(map?.outlines.filter(({ name }) => words !== '' && matches(name, words)).map(({ id }) => id));
  const foundCities = CITIES.filter(({ name }) => words !== '' && matches(name, words));
  const dots = CITIES.flatMap(({ latitude, longitude, size, name }) => {
    const place = map?.project(longitude, latitude);
    return place ? [{ name, x: place[0], y: place[1], radius: size }] : [];
  });
  return (
    <Columns>
      <Column xl={7}>
        <section className={classes.mapPanel} aria-label="GEO-LOCATIONS">
          <MapHead />
          {map ? (
            <VectorMap
              label={`Map of the United States with ${CITIES.length} cities; the larger the dot, the more visits.`}
              width={map.width}
              height={map.height}
              areas={map.outlines}
              dots={dots}
              shadeOf={(id) => (found.has(id) ? 1 : null)}
              home={{ zoom: HOME_ZOOM, x: map.width / 2, y: map.height / 2 }}
              margin={0.12}
              buttonsAt="bottom-left"
              frameHeight="500px"
              twin={() => ({
                head: ['City', 'Size', 'Latitude', 'Longitude'],
                rows: CITIES.map(({ name, size, latitude, longitude }) => [name, size, latitude, longitude]),
              })}
            />
          ) : (
            <FigureBone height={500} />
          )}
        </section>
      </Column>
      <Column xl={5}>
        <Widget title="Map **Statistics**" settings reload close>
          <p className={classes.line}>
            Status: <b className={classes.live}>Live</b>
          </p>
          <p className={classes.line}>1 country, {CITIES.length} cities</p>
          {MAP_ROWS.map((row) => (
            <MapRow key={row.label} {...row} />
          ))}
          <h3 className={classes.blockTitle}>Map Distributions</h3>
          <p className={classes.line}>
            Tracking: <b>Active</b>
          </p>
          <p className={classes.line}>{(map?.outlines.length ?? 0) + CITIES.length} elements on the map</p>
          <MapSearch onSearch={setAsked} />
          <p role="status" className={classes.line}>
            {asked === null ? '' : foundText(words, found.size, foundCities.length)}
          </p>
        </Widget>
      </Column>
    </Columns>
  );
}

const foundText = (words: string, states: number, cities: number) =>
  words === ''
    ? 'Write the name of a state or a city.'
    : states + cities === 0
      ? `Nothing on the map is called “${words}”`
      : `${states} ${states === 1 ? 'state' : 'states'} and ${cities} ${cities === 1 ? 'city' : 'cities'} found`;

function MapHead() {
  const count = useCountUp(ALL_VISITS, COUNT_MS);
  return (
    <>
      <h2 className={classes.mapTitle}>GEO-LOCATIONS</h2>
      <p className={classes.counter} data-counter={count}>
        {spaced(count)}
      </p>
    </>
  );
}

function MapRow({ label, sub, percent }: (typeof MAP_ROWS)[number]) {
  const shown = useCountUp(percent, COUNT_MS);
  return (
    <div className={classes.mapRow}>
      <span>
        <b>{label}</b>
        <span className={classes.sub}>{sub}</span>
      </span>
      <span className={classes.percent}>{shown}%</span>
      <Progress className={classes.bar ?? ''} value={percent} size="sm" aria-label={label} />
    </div>
  );
}

function MapSearch({ onSearch }: { onSearch: (words: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('words') ?? '').trim());
  };
  return (
    <form className={classes.search} onSubmit={submit}>
      <TextInput name="words" aria-label="Search Map" placeholder="Search Map" className={classes.grow ?? ''} />
      <Button type="submit" aria-label="Search the map">
        <IconSearch size={16} aria-hidden="true" />
      </Button>
    </form>
  );
}

/** Counts up once from zero to `target` within the duration. With reduced motion, returns the target immediately. */
function useCountUp(target: number, durationMs: number): number {
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [part, setPart] = useState(0);
  useEffect(() => {
    if (isMotionReduced) return;
    const start = performance.now();
    let frame = 0;
    const step = (now: number): void => {
      const passed = Math.min(1, Math.max(0, (now - start) / durationMs));
      setPart(1 - (1 - passed) ** 3);
      if (passed < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [durationMs, isMotionReduced]);
  return isMotionReduced ? target : Math.round(target * part);
}
