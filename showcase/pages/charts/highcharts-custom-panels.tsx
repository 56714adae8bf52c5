import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts';
import { Widget } from '../../../web/ui/widget.tsx';
import { CHART_FONT, type ChartLook, seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';
import { FRUIT, LAND } from './highcharts-sample-data.ts';

const load = () => import('./page-highcharts.ts');

const ALL_LAND = LAND.reduce((sum, [, squareKm]) => sum + squareKm, 0);
const DENSEST = Math.max(...LAND.map(([, , perSquareKm]) => perSquareKm));
const ends = LAND.map(
  (_, index) => LAND.slice(0, index + 1).reduce((sum, [, squareKm]) => sum + squareKm, 0) / ALL_LAND,
);

const NAME_WIDTH = 62;

/** Draws a slice whose angle shows the country's area and whose radius shows the density. */
function drawSlice(look: ChartLook, index: number, api: CustomSeriesRenderItemAPI): CustomSeriesRenderItemReturn {
  const [name, , perSquareKm] = LAND[index] ?? ['', 0, 0];
  const [cx, cy] = [api.getWidth() / 2, api.getHeight() / 2];
  // Leaves room for the longest name beside the slice.
  const longest = Math.min(cx - NAME_WIDTH, cy - 24);
  const [startAngle, endAngle] = [ends[index - 1] ?? 0, ends[index] ?? 1].map((part) => (part - 0.25) * 2 * Math.PI);
  const r = longest * (0.35 + 0.65 * (perSquareKm / DENSEST));
  const middle = ((startAngle ?? 0) + (endAngle ?? 0)) / 2;
  const [x, y] = [cx + Math.cos(middle) * (r + 8), cy + Math.sin(middle) * (r + 8)];
  return {
    type: 'group',
    children: [
      {
        type: 'sector',
        shape: { cx, cy, r0: longest * 0.2, r, startAngle: startAngle ?? 0, endAngle: endAngle ?? 0 },
        style: { fill: seriesColour(look, index), stroke: look.surface, lineWidth: 2 },
      },
      {
        type: 'text',
        style: {
          text: name,
          x,
          y,
          fill: look.text,
          fontSize: 12,
          fontFamily: CHART_FONT,
          align: x > cx ? 'left' : 'right',
          verticalAlign: 'middle',
        },
      },
    ],
  };
}

/** A pie of seven countries. The angle of a slice shows the area, and the radius shows the density. */
export function VariablePiePanel() {
  return (
    <Widget title="Highcharts **Pie Chart**" close collapse>
      <Echart
        load={load}
        label="Pie chart with variable radius: seven countries; the angle is their area, the radius their density. France is largest, Germany densest."
        height={350}
        twin={() => ({
          head: ['Country', 'Area (km²)', 'People per km²'],
          rows: LAND.map(([name, squareKm, density]) => [name, squareKm.toLocaleString('en-US'), density]),
        })}
        option={(look) => ({
          tooltip: {
            formatter: (point) => {
              const [name, squareKm, density] = LAND['dataIndex' in point ? (point.dataIndex ?? 0) : 0] ?? ['', 0, 0];
              return `<b>${name}</b><br>Area: ${squareKm.toLocaleString('en-US')} km²<br>Density: ${density} people per km²`;
            },
          },
          series: [
            {
              type: 'custom',
              coordinateSystem: 'none',
              data: LAND.map(([, squareKm, density]) => [squareKm, density]),
              renderItem: ({ dataIndex }, api) => drawSlice(look, dataIndex, api),
            },
          ],
        })}
      />
    </Widget>
  );
}

const DEPTH = { x: 12, y: -8 } as const;

/** Draws a column with a top and a side. Draws nothing if there is no figure, and a flat plate for zero. */
function drawBlock(look: ChartLook, index: number, api: CustomSeriesRenderItemAPI): CustomSeriesRenderItemReturn {
  const kilos = FRUIT[index]?.[1] ?? null;
  if (kilos === null) return null;
  const [x = 0, top = 0] = api.coord([index, kilos]);
  const [, bottom = 0] = api.coord([index, 0]);
  const size = api.size?.([1, 0]);
  const half = (Array.isArray(size) ? (size[0] ?? 20) : 20) * 0.28;
  const [left, right] = [x - half, x + half];
  const fill = seriesColour(look, 0);
  const face = (points: number[][], opacity: number) => ({
    type: 'polygon' as const,
    shape: { points },
    style: { fill, opacity, stroke: look.surface, lineWidth: 1 },
  });
  const back = (at: number, height: number) => [at + DEPTH.x, height + DEPTH.y];
  return {
    type: 'group',
    children: [
      face(
        [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
        1,
      ),
      face([[left, top], back(left, top), back(right, top), [right, top]], 0.55),
      face([[right, top], back(right, top), back(right, bottom), [right, bottom]], 0.75),
    ],
  };
}

/** Ten monthly columns with depth. One month has no figure, and one is zero. */
export function ColumnPanel() {
  return (
    <Widget title="Highcharts **Column 3D**" close collapse>
      <Echart
        load={load}
        label="Column chart with depth: fruit eaten in ten months. Most in September, 6 kilos; none in May; March was not counted."
        height={350}
        twin={() => ({
          head: ['Month', 'Fruit (kg)'],
          rows: FRUIT.map(([month, kilos]) => [month, kilos ?? 'not counted']),
        })}
        option={(look) => ({
          grid: { left: 8, right: 24, top: 32, bottom: 8, outerBoundsMode: 'same' },
          tooltip: {
            formatter: (point) => {
              const [month, kilos] = FRUIT['dataIndex' in point ? (point.dataIndex ?? 0) : 0] ?? ['', 0];
              return `${month}: ${kilos ?? 'not counted'} kg`;
            },
          },
          xAxis: { ...echartAxis(look), type: 'category', data: FRUIT.map(([month]) => month) },
          yAxis: {
            ...echartAxis(look),
            type: 'value',
            name: 'kg',
            nameTextStyle: { align: 'left', color: look.muted },
          },
          series: [
            {
              type: 'custom',
              name: 'Fruit',
              data: FRUIT.map(([, kilos], index) => [index, kilos ?? '-']),
              encode: { x: 0, y: 1 },
              renderItem: ({ dataIndex }, api) => drawBlock(look, dataIndex, api),
            },
          ],
        })}
      />
    </Widget>
  );
}
