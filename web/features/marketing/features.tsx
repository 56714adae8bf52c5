import type { ReactNode } from 'react';
import classes from './features.module.css';

export type Feature = { readonly title: string; readonly text: string; readonly drawing: ReactNode };

/** Features in cards. The first card is twice as wide. */
export function Features({ features }: { features: readonly Feature[] }) {
  return (
    <ul className={classes.features}>
      {features.map(({ title, text, drawing }) => (
        <li key={title} className={classes.feature}>
          {drawing}
          <div>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const LOAD = 'M0 84c18-2 22-18 40-18s20 12 36 12 20-30 40-30 18 14 36 14 22-36 42-36 20 22 38 22 20-14 36-14 18 8 32 6';

/** A drawing of an outlet's load curve. */
export function LoadDrawing() {
  return (
    <svg className={classes.wide} viewBox="0 0 300 110" aria-hidden="true" focusable="false" preserveAspectRatio="none">
      <path className={classes.grid} d="M0 20h300M0 52h300M0 84h300" />
      <path className={classes.area} d={`${LOAD}V110H0z`} />
      <path className={classes.curve} d={LOAD} />
    </svg>
  );
}

const SPEND = [34, 42, 38, 56, 50, 64, 58, 72, 66, 84, 78, 92] as const;

/** A drawing of a running campaign's spend per day. */
export function SpendDrawing() {
  return (
    <svg className={classes.wide} viewBox="0 0 300 110" aria-hidden="true" focusable="false" preserveAspectRatio="none">
      <path className={classes.grid} d="M0 20h300M0 52h300M0 84h300" />
      {SPEND.map((height, index) => (
        <rect
          key={height}
          className={index === SPEND.length - 1 ? classes.lastBar : classes.dayBar}
          x={12 + index * 23.5}
          y={110 - height}
          width="14"
          height={height}
        />
      ))}
    </svg>
  );
}

/** A feature's small drawing, 64 × 64 pixels. */
function Small({ children, accent }: { children: ReactNode; accent: ReactNode }) {
  return (
    <svg className={classes.small} width="64" height="64" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <g className={classes.stroke}>{children}</g>
      <g className={classes.accent}>{accent}</g>
    </svg>
  );
}

export const TamperDrawing = () => (
  <Small accent={<path d="m23 32 6.500 6.500L42 26" />}>
    <path d="M32 7 52 14v17c0 13-8.500 21.500-20 26-11.500-4.500-20-13-20-26V14z" />
  </Small>
);

export const SurgeDrawing = () => (
  <Small accent={<path d="M6 40h14l5-26 7 40 6-20 3 6h17" />}>
    <path d="M6 22h12M46 22h12M6 54h52" strokeDasharray="3 6" />
  </Small>
);

export const ShortCircuitDrawing = () => (
  <Small accent={<path d="m34 22-9 13h8l-3 10 10-14h-8z" />}>
    <path d="M6 32h9M49 32h9M32 12a20 20 0 1 1 0 40 20 20 0 0 1 0-40z" />
  </Small>
);

export const OverloadDrawing = () => (
  <Small accent={<path d="M32 42 44 26M32 45a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />}>
    <path d="M10 46a24 24 0 1 1 44 0M14.500 30l4 2M32 18v5M49.500 30l-4 2" />
  </Small>
);

export const StatementDrawing = () => (
  <Small accent={<path d="M24 44v-6M32 44V32M40 44V28" />}>
    <path d="M16 8h22l10 10v38H16zM38 8v10h10" />
  </Small>
);

export const TargetDrawing = () => (
  <Small accent={<path d="M32 18c6 0 10 4.200 10 9.500C42 35 32 43 32 43s-10-8-10-15.500C22 22.200 26 18 32 18z" />}>
    <path d="M10 40c-2.500 1.700-4 3.800-4 6 0 6 11.600 10 26 10s26-4 26-10c0-2.200-1.500-4.300-4-6" />
  </Small>
);

export const OnceDrawing = () => (
  <Small accent={<path d="M29 24h4v18M28 42h10" />}>
    <path d="M32 8a24 24 0 1 1-22 14.500M10 9v14h14" />
  </Small>
);

export const PrivacyDrawing = () => (
  <Small accent={<path d="M12 52 52 12" />}>
    <path d="M6 32s9-16 26-16 26 16 26 16-9 16-26 16S6 32 6 32zM32 24a8 8 0 1 1 0 16 8 8 0 0 1 0-16z" />
  </Small>
);
