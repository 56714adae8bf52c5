import { Widget } from '../../../web/ui/widget.tsx';
import { CHART_FONT, seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';
import { WIND, WORDS } from './highcharts-sample-data.ts';

/** A word's place in a cloud: its center and size, in a box of the given width and height. */
type PlacedWord = { readonly word: string; readonly x: number; readonly y: number; readonly size: number };

/** Average width of a letter relative to the font size, in the product's typeface. */
const LETTER_WIDTH = 0.58;
const TRIES = 3_000;

/** Places the most frequent words first, each at the first free position on a spiral from the middle. */
export function placeWords(
  words: readonly (readonly [word: string, count: number])[],
  width: number,
  height: number,
): readonly PlacedWord[] {
  const placed: (PlacedWord & { halfWidth: number; halfHeight: number })[] = [];
  const most = Math.max(...words.map(([, count]) => count));
  words.forEach(([word, count], index) => {
    const size = count === most ? 46 : count > 1 ? 38 : 18 + ((index * 7) % 10);
    const [halfWidth, halfHeight] = [(word.length * size * LETTER_WIDTH) / 2 + 4, size * 0.56];
    for (let step = 0; step < TRIES; step += 1) {
      const turn = step * 0.12;
      const x = width / 2 + Math.cos(turn) * turn * 1.8 * (width / height) * 0.5;
      const y = height / 2 + Math.sin(turn) * turn * 0.9;
      const isInside = x - halfWidth > 0 && x + halfWidth < width && y - halfHeight > 0 && y + halfHeight < height;
      const isFree = placed.every(
        (other) =>
          Math.abs(other.x - x) > other.halfWidth + halfWidth || Math.abs(other.y - y) > other.halfHeight + halfHeight,
      );
      if (isInside && isFree) {
        placed.push({ word, x, y, size, halfWidth, halfHeight });
        return;
      }
    }
  });
  return placed.map(({ word, x, y, size }) => ({ word, x, y, size }));
}

const load = () => import('./page-highcharts.ts');
/** An arrow that points up. ECharts rotates it counterclockwise. */
const ARROW = 'path://M5 0 L10 7 H6 V24 H4 V7 H0 Z';
const LONGEST_ARROW = 18;

/** Wind on a field, shown as arrows whose length and direction change from corner to corner. */
export function VectorPanel() {
  return (
    <Widget title="Highcharts **Vector**" close collapse>
      <Echart
        load={load}
        label="Vector field: 361 arrows on a grid. They shorten from 190 to 10 and turn once around from the lower left to the upper right."
        height={350}
        twin={() => ({
          head: ['x', 'y', 'Length', 'Direction (degrees)'],
          rows: WIND.map(([x, y, length, degrees]) => [`${x}`, y, length, Math.round(degrees)]),
        })}
        option={(look) => ({
          grid: { left: 8, right: 16, top: 8, bottom: 8, outerBoundsMode: 'same' },
          tooltip: {
            formatter: (point) => {
              const [x, y, length, degrees] = WIND['dataIndex' in point ? (point.dataIndex ?? 0) : 0] ?? [0, 0, 0, 0];
              return `(${x}, ${y})<br>Length: ${length}<br>Direction: ${Math.round(degrees)}°`;
            },
          },
          xAxis: { ...echartAxis(look), type: 'value', min: 0, max: 100 },
          yAxis: { ...echartAxis(look), type: 'value', min: 0, max: 100 },
          series: [
            {
              type: 'scatter',
              name: 'Wind',
              symbol: ARROW,
              itemStyle: { color: seriesColour(look, 0) },
              data: WIND.map(([x, y, length, degrees]) => ({
                value: [x, y],
                symbolSize: [4 + (length / 200) * 4, 4 + (length / 200) * LONGEST_ARROW],
                symbolRotate: -degrees,
              })),
            },
          ],
        })}
      />
    </Widget>
  );
}

const CLOUD = { width: 520, height: 300 } as const;
const CLOUD_WORDS = placeWords(WORDS, CLOUD.width, CLOUD.height);

/** The words of a text. Words that occur more often are larger. */
export function WordCloudPanel() {
  return (
    <Widget title="Highcharts **Word Cloud**" close collapse>
      <Echart
        load={load}
        label="Word cloud: 38 words of a text of 41. Three words occur twice."
        height={350}
        twin={() => ({ head: ['Word', 'Count'], rows: WORDS })}
        option={(look) => ({
          tooltip: {
            formatter: (point) => {
              const [word, count] = WORDS['dataIndex' in point ? (point.dataIndex ?? 0) : 0] ?? ['', 0];
              return `${word}: ${count}`;
            },
          },
          series: [
            {
              type: 'custom',
              coordinateSystem: 'none',
              data: CLOUD_WORDS.map((_, index) => [index]),
              renderItem: ({ dataIndex }, api) => {
                const { word, x, y, size } = CLOUD_WORDS[dataIndex] ?? { word: '', x: 0, y: 0, size: 0 };
                const scale = Math.min(api.getWidth() / CLOUD.width, api.getHeight() / CLOUD.height);
                const [left, top] = [
                  (api.getWidth() - CLOUD.width * scale) / 2,
                  (api.getHeight() - CLOUD.height * scale) / 2,
                ];
                return {
                  type: 'text',
                  style: {
                    text: word,
                    x: left + x * scale,
                    y: top + y * scale,
                    align: 'center',
                    verticalAlign: 'middle',
                    fontSize: size * scale,
                    fontWeight: 600,
                    fontFamily: CHART_FONT,
                    fill: seriesColour(look, dataIndex),
                  },
                };
              },
            },
          ],
        })}
      />
    </Widget>
  );
}
