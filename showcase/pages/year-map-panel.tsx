import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Widget } from '../../web/ui/widget.tsx';
import { loadWorldMap } from '../lib/outline-map.ts';
import { FigureBone } from '../ui/charts/chart-figure.tsx';
import { VectorMap } from '../ui/maps/vector-map.tsx';
import classes from './year-map-panel.module.css';
import { YEARS, type Year, yearMapData } from './year-map-sample-data.ts';

/** Initial view of the map. The zoom is 6 here, but 3 on the analytics page (docs/specification.md#constants). */
const HOME = { zoom: 6, lng: 8.863224, lat: 39.599254 } as const;
const HEIGHT = 400;
/** Exponent of the shade. A value below 1 makes differences between smaller countries visible. */
const SHADE_POWER = 0.4;

const yearOf = (text: string | null): Year => YEARS.find((year) => String(year) === text) ?? YEARS[0];

/** Population by country in the selected year. A larger population means a darker shade. */
export function YearMapPanel() {
  const [year, setYear] = useState<Year>(YEARS[0]);
  const [byYear] = useState(yearMapData);
  const { data: map } = useQuery({
    queryKey: ['world-map', HOME.zoom],
    queryFn: () => loadWorldMap(HOME.zoom),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entries = new Map(byYear[year].areas.map((entry) => [entry.id, entry]));
  const most = Math.max(...byYear[year].areas.map(({ value }) => value));
  const [x, y] = map?.project(HOME.lng, HOME.lat) ?? [0, 0];
  return (
    <Widget title="YEARLY **DISTRIBUTIONS**" label="YEARLY DISTRIBUTIONS" collapse close>
      <Tabs value={String(year)} onChange={(chosen) => setYear(yearOf(chosen))} keepMounted={false}>
        <Tabs.Panel value={String(year)} data-year={year}>
          {map ? (
            <VectorMap
              label={`World map of people by country in ${year}; China and India have most.`}
              width={map.width}
              height={map.height}
              areas={map.outlines}
              home={{ zoom: HOME.zoom, x, y }}
              shadeOf={(id) => {
                const entry = entries.get(id);
                return entry ? (entry.value / most) ** SHADE_POWER : null;
              }}
              tooltipOf={({ id, name }) => {
                const { tooltip } = entries.get(id) ?? { tooltip: { name, text: 'no figure' } };
                return (
                  <>
                    <b>{tooltip.name}</b> {tooltip.text}
                  </>
                );
              }}
              buttonsAt="bottom-left"
              frameHeight={`${HEIGHT}px`}
              twin={() => ({
                head: ['Country', `People in ${year}`],
                rows: byYear[year].areas.map(({ value, tooltip }) => [tooltip.name, value.toLocaleString('en-US')]),
              })}
            />
          ) : (
            <FigureBone height={HEIGHT} />
          )}
        </Tabs.Panel>
        <Tabs.List mt="sm" aria-label="Year of the map">
          {YEARS.map((each) => (
            <Tabs.Tab key={each} value={String(each)} className={classes.year ?? ''}>
              {each}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </Widget>
  );
}
