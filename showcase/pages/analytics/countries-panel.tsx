import { useQuery } from '@tanstack/react-query';
import { Widget } from '../../../web/ui/widget.tsx';
import { readCountries } from '../../lib/countries.ts';
import { loadWorldMap } from '../../lib/outline-map.ts';
import { FigureBone } from '../../ui/charts/chart-figure.tsx';
import { VectorMap } from '../../ui/maps/vector-map.tsx';
import { VISITS_BY_COUNTRY } from './analytics-sample-data.ts';

/** Initial zoom of the map: 3 here, but 6 on the widgets page (docs/specification.md#constants). */
const HOME_ZOOM = 3;
const HOME = { lng: 8.863224, lat: 39.599254 } as const;
const VISITS = new Map(VISITS_BY_COUNTRY);
const MOST = Math.max(...VISITS.values());
const LEAST_SHADE = 0.2;

/** Visits by country. More visits mean a darker shade. */
export function CountriesPanel() {
  const { data: map } = useQuery({
    queryKey: ['world-map', HOME_ZOOM],
    queryFn: () => loadWorldMap(HOME_ZOOM),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [x, y] = map?.project(HOME.lng, HOME.lat) ?? [0, 0];
  return (
    <Widget title="Visits by **Country**" collapse close>
      {map ? (
        <VectorMap
          label="World map of visits by country; the United States have most, 812 thousand."
          width={map.width}
          height={map.height}
          areas={map.outlines}
          home={{ zoom: HOME_ZOOM, x, y }}
          shadeOf={(id) => {
            const visits = VISITS.get(id);
            return visits === undefined ? null : LEAST_SHADE + (1 - LEAST_SHADE) * Math.sqrt(visits / MOST);
          }}
          tooltipOf={({ id, name }) => (
            <>
              <b>{name}</b> {VISITS.has(id) ? `${VISITS.get(id)} thousand visits` : 'no visits'}
            </>
          )}
          buttonsAt="bottom-left"
          frameHeight="260px"
          twin={() => {
            const names = new Map(readCountries().map(({ id, name }) => [id, name]));
            return {
              head: ['Country', 'Visits (thousands)'],
              rows: [...VISITS]
                .sort(([, one], [, other]) => other - one)
                .map(([id, visits]) => [names.get(id) ?? id, visits]),
            };
          }}
        />
      ) : (
        <FigureBone height={260} />
      )}
    </Widget>
  );
}
