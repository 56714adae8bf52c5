import { useQuery } from '@tanstack/react-query';
import { Widget } from '../../../web/ui/widget.tsx';
import { loadWorldMap } from '../../lib/outline-map.ts';
import { FigureBone } from '../../ui/charts/chart-figure.tsx';
import { VectorMap } from '../../ui/maps/vector-map.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { SMALL_STATES } from './vector-sample-data.ts';

/** Highest zoom at which the outlines stay sharp. */
const SHARP_UP_TO = 3;
const DOT_RADIUS = 5;
/** The map's height. On a phone the map is as wide as the page, and a taller frame would only show more water. */
const FRAME_HEIGHT = 'min(60vh, 84vw)';
const NOTE = 'Miller projection. Drag to move; arrow keys move it while a button has the focus.';

const coordinate = (degrees: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(degrees).toFixed(2)}° ${degrees < 0 ? negative : positive}`;

/** The world without Antarctica, with small states as dots (docs/sample-pages.md#map-pages). */
export function VectorPage() {
  const { data: map } = useQuery({
    queryKey: ['world-map', SHARP_UP_TO],
    queryFn: () => loadWorldMap(SHARP_UP_TO),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <ShowcasePage title="Vector **Maps**">
      <Widget title="World" collapse close>
        {map ? (
          <VectorMap
            label={`World map without Antarctica: every country, and ${SMALL_STATES.length} small states as dots.`}
            width={map.width}
            height={map.height}
            areas={map.outlines}
            dots={SMALL_STATES.flatMap(({ latitude, longitude, name }) => {
              const place = map.project(longitude, latitude);
              return place ? [{ name, x: place[0], y: place[1], radius: DOT_RADIUS }] : [];
            })}
            buttonsAt="top-left"
            frameHeight={FRAME_HEIGHT}
            margin={0.02}
            note={NOTE}
            twin={() => ({
              head: ['Small state', 'Latitude', 'Longitude'],
              rows: SMALL_STATES.map(({ name, latitude, longitude }) => [
                name,
                coordinate(latitude, ['N', 'S']),
                coordinate(longitude, ['E', 'W']),
              ]),
            })}
          />
        ) : (
          <FigureBone height={FRAME_HEIGHT} note={NOTE} />
        )}
      </Widget>
    </ShowcasePage>
  );
}
