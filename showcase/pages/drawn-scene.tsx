import { useId } from 'react';
import classes from './drawn-scene.module.css';

export type SceneKind = 'pier' | 'hills' | 'night' | 'street' | 'dunes' | 'forest';

/** The shapes for each picture, in a 400 × 240 box. */
const SHAPES: Record<SceneKind, { sky: 'day' | 'dusk' | 'dark'; sun: [number, number, number]; hills: string[] }> = {
  pier: {
    sky: 'day',
    sun: [300, 70, 26],
    hills: [
      'M0 150 H400 V240 H0Z',
      'M40 150 v-14 h300 v14 h-8 v40 h-6 v-40 h-60 v40 h-6 v-40 h-70 v40 h-6 v-40 h-80 v40 h-6 v-40Z',
    ],
  },
  hills: {
    sky: 'day',
    sun: [90, 64, 30],
    hills: ['M0 170 Q90 90 180 150 T400 120 V240 H0Z', 'M0 200 Q120 140 230 190 T400 170 V240 H0Z'],
  },
  night: {
    sky: 'dark',
    // As low as possible above the mountains, because a wide panel shows only the middle of the picture.
    sun: [300, 104, 16],
    hills: ['M0 190 L60 120 L110 170 L180 90 L260 180 L320 130 L400 190 V240 H0Z', 'M0 215 Q200 180 400 215 V240 H0Z'],
  },
  street: {
    sky: 'dusk',
    sun: [200, 110, 34],
    hills: [
      'M0 240 V130 h50 v-40 h44 v60 h36 v-90 h52 v110 h40 v-70 h46 v50 h38 v-84 h50 v104 h44 V240Z',
      'M0 240 V196 h400 V240Z',
    ],
  },
  dunes: {
    sky: 'dusk',
    sun: [280, 80, 32],
    hills: ['M0 180 C80 120 160 140 220 180 S340 150 400 130 V240 H0Z', 'M0 210 C100 170 200 220 400 180 V240 H0Z'],
  },
  forest: {
    sky: 'day',
    sun: [330, 56, 24],
    hills: [
      'M0 190 l24 -70 l24 70 l20 -90 l26 90 l22 -60 l24 60 l28 -100 l28 100 l22 -70 l24 70 l26 -86 l26 86 l22 -60 l24 60 l26 -80 l34 80 V240 H0Z',
      'M0 208 Q200 186 400 208 V240 H0Z',
    ],
  },
};

/** A small landscape in the data series colors. `label` is empty if the picture is only decoration. */
export function DrawnScene({ kind, label = '', className }: { kind: SceneKind; label?: string; className?: string }) {
  const id = useId();
  const { sky, sun, hills } = SHAPES[kind];
  const named = label === '' ? ({ 'aria-hidden': true } as const) : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by its label; without a label it only decorates
    <svg
      viewBox="0 0 400 240"
      preserveAspectRatio="xMidYMid slice"
      className={[classes.scene, classes[sky], classes[kind], className].filter(Boolean).join(' ')}
      {...named}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.above} />
          <stop offset="1" className={classes.below} />
        </linearGradient>
      </defs>
      <rect width="400" height="240" fill={`url(#${id})`} />
      <circle cx={sun[0]} cy={sun[1]} r={sun[2]} className={classes.sun} />
      {hills.map((path, position) => (
        <path key={path} d={path} className={position === 0 ? classes.far : classes.near} />
      ))}
    </svg>
  );
}
