import type { ReactNode } from 'react';
import { useIsMotionHeld } from './motion.tsx';
import classes from './weather-icon.module.css';

export type WeatherKind =
  | 'clear-day'
  | 'clear-night'
  | 'partly-cloudy-day'
  | 'partly-cloudy-night'
  | 'cloudy'
  | 'rain'
  | 'sleet'
  | 'snow'
  | 'wind'
  | 'fog';

const CLOUD = 'M16 46a10 10 0 0 1 2-19.8A14 14 0 0 1 45 24a11 11 0 0 1 1 22Z';
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

const Sun = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <g className={classes.turn} style={{ transformOrigin: `${x}px ${y}px` }}>
    <circle cx={x} cy={y} r={r} className={classes.sun} />
    {RAYS.map((turn) => (
      <path key={turn} d={`M${x} ${y - r - 4}v-5`} transform={`rotate(${turn} ${x} ${y})`} className={classes.ray} />
    ))}
  </g>
);
const Moon = ({ x, y }: { x: number; y: number }) => (
  <path d={`M${x + 10} ${y + 10}a14 14 0 1 1 -8 -24a11 11 0 0 0 8 24Z`} className={classes.moon} />
);
const Cloud = () => <path d={CLOUD} className={classes.cloud} />;
const Drops = ({ kind }: { kind: 'rain' | 'sleet' | 'snow' }) =>
  [20, 31, 42].map((x, place) => (
    <path
      key={x}
      d={kind === 'snow' || (kind === 'sleet' && place === 1) ? `M${x} 52h.01` : `M${x} 50v6`}
      className={kind === 'snow' || (kind === 'sleet' && place === 1) ? classes.flake : classes.drop}
      style={{ animationDelay: `${place * -0.4}s` }}
    />
  ));
const Lines = ({ rows }: { rows: readonly number[] }) =>
  rows.map((y, place) => (
    <path
      key={y}
      d={`M10 ${y}h${44 - place * 6}`}
      className={classes.gust}
      style={{ animationDelay: `${place * -0.7}s` }}
    />
  ));

const PARTS: Readonly<Record<WeatherKind, () => ReactNode>> = {
  'clear-day': () => <Sun x={32} y={32} r={12} />,
  'clear-night': () => <Moon x={30} y={34} />,
  'partly-cloudy-day': () => (
    <>
      <Sun x={42} y={22} r={8} />
      <Cloud />
    </>
  ),
  'partly-cloudy-night': () => (
    <>
      <Moon x={42} y={22} />
      <Cloud />
    </>
  ),
  cloudy: () => <Cloud />,
  rain: () => (
    <>
      <Cloud />
      <Drops kind="rain" />
    </>
  ),
  sleet: () => (
    <>
      <Cloud />
      <Drops kind="sleet" />
    </>
  ),
  snow: () => (
    <>
      <Cloud />
      <Drops kind="snow" />
    </>
  ),
  wind: () => <Lines rows={[22, 32, 42]} />,
  fog: () => (
    <>
      <Cloud />
      <Lines rows={[52, 58]} />
    </>
  ),
};

/** An animated weather drawing. The drawing is static while motion is paused. */
export function WeatherIcon({ kind, size = 64 }: { kind: WeatherKind; size?: number }) {
  const isHeld = useIsMotionHeld();
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className={classes.icon}
      data-held={isHeld || undefined}
      role="img"
      aria-label={kind.replaceAll('-', ' ')}
    >
      {PARTS[kind]()}
    </svg>
  );
}
