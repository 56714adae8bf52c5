import { HiddenTwin } from './chart-figure.tsx';

export type TrendLineProps = {
  label: string;
  values: readonly number[];
  height: number;
  /** Color as a token, such as `--vb-series-1`. */
  token?: `--vb-${string}`;
  isSmooth?: boolean;
};

const WIDTH = 200;

/** Returns an SVG path through all points. If `isSmooth`, each segment starts and ends horizontally. */
function pathOf(points: readonly (readonly [number, number])[], isSmooth: boolean): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      const middle = (before[0] + x) / 2;
      return isSmooth ? `C${middle} ${before[1]} ${middle} ${y} ${x} ${y}` : `L${x} ${y}`;
    })
    .join('');
}

/** A small line chart without axes. Screen readers get the chart's figures as a table. */
export function TrendLine({ label, values, height, token = '--vb-series-1', isSmooth = true }: TrendLineProps) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const points = values.map(
    (value, index) =>
      [(index / Math.max(1, values.length - 1)) * WIDTH, height - 2 - ((value - least) / span) * (height - 4)] as const,
  );
  return (
    <div style={{ position: 'relative' }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ display: 'block', overflow: 'visible' }}
      >
        <path
          d={pathOf(points, isSmooth)}
          fill="none"
          stroke={`var(${token})`}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <HiddenTwin caption={label} head={['Place', 'Value']} rows={values.map((value, index) => [index + 1, value])} />
    </div>
  );
}
