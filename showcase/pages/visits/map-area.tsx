import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { loadStatesMap } from '../../lib/outline-map.ts';
import { FigureBone } from '../../ui/charts/chart-figure.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { VectorMap } from '../../ui/maps/vector-map.tsx';
import { useCountUp } from './use-count-up.ts';
import classes from './visits.module.css';
import { ALL_VISITS, CITIES, MAP_ROWS } from './visits-sample-data.ts';

const HOME_ZOOM = 1.2;
const COUNT_MS = 1000;
const SHARP_UP_TO = 3;
const spaced = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');
const matches = (name: string, words: string) => name.toLowerCase().includes(words.toLowerCase());

/** The map of the United States with its figures; the search highlights states and cities by name. */
export function MapArea() {
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

function MapRow({ label, sub, bar, percent }: (typeof MAP_ROWS)[number]) {
  const shown = useCountUp(percent, COUNT_MS);
  return (
    <div className={classes.mapRow}>
      <span>
        <b>{label}</b>
        <span className={classes.sub}>{sub}</span>
      </span>
      <span className={classes.percent}>{shown}%</span>
      <Progress className={classes.bar ?? ''} value={bar} size="sm" aria-label={label} />
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
