import type { ReactNode } from 'react';
import classes from './drawing-parts.module.css';

const DAYS = [26, 34, 30, 46, 42, 58, 70] as const;
const SPEND = [20, 30, 26, 44, 52, 48, 66, 78] as const;

/** A drawing of a phone that charges at an outlet. The charge appears in the owner's figures. */
export function OwnerDrawing({ share }: { share: string }) {
  return (
    <svg viewBox="0 0 540 410" width="540" height="410" aria-hidden="true" focusable="false">
      <DotGrid />
      <Pane x={236} y={18} width={288} height={156}>
        <Word x={22} y={38} size={14} faint>
          Charges this week
        </Word>
        {DAYS.map((height, index) => (
          <rect
            key={height}
            className={classes.rise}
            x={22 + index * 36}
            y={136 - height}
            width="22"
            height={height}
            rx="5"
            fill={index === DAYS.length - 1 ? 'var(--vb-on-brand-spark)' : 'var(--vb-on-brand)'}
            opacity={index === DAYS.length - 1 ? 1 : 0.28 + index * 0.06}
          />
        ))}
      </Pane>
      <path
        className={classes.flow}
        d="M112 356c0 40 60 44 128 34s80-60 128-58"
        fill="none"
        stroke="var(--vb-on-brand)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="4 12"
      />
      <OutletUnit x={28} y={64} />
      <Phone x={368} y={178} />
      <Pane x={222} y={206} width={122} height={74}>
        <Word x={18} y={34} size={20}>
          {share}
        </Word>
        <Word x={18} y={56} size={13} faint>
          of it is yours
        </Word>
      </Pane>
    </svg>
  );
}

const STEPS = [
  { word: 'View', x: 26 },
  { word: 'Click', x: 116 },
  { word: 'Burn', x: 206 },
] as const;

/** A drawing of an ad that plays at an outlet, beside its results: viewed, clicked, played to the end. */
export function AdvertiserDrawing() {
  return (
    <svg viewBox="0 0 540 410" width="540" height="410" aria-hidden="true" focusable="false">
      <DotGrid />
      <OutletUnit x={28} y={58} />
      <path
        className={classes.flow}
        d="M196 130c24 0 22-34 52-34"
        fill="none"
        stroke="var(--vb-on-brand)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="4 12"
      />
      <Pane x={248} y={36} width={276} height={128}>
        <path d="M38 52h180" stroke="var(--vb-on-brand)" strokeOpacity="0.3" strokeWidth="3" />
        <path className={classes.fill} d="M38 52h180" stroke="var(--vb-on-brand-spark)" strokeWidth="3" />
        {STEPS.map(({ word, x }) => (
          <g key={word}>
            <circle
              cx={x + 12}
              cy="52"
              r="11"
              fill="var(--vb-brand-8)"
              stroke="var(--vb-on-brand-spark)"
              strokeWidth="3"
            />
            <path
              d={`m${x + 7} 52 4 4 7-8`}
              fill="none"
              stroke="var(--vb-on-brand)"
              strokeWidth="2.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
            <Word x={x - 2} y={98}>
              {word}
            </Word>
          </g>
        ))}
      </Pane>
      <Pane x={248} y={190} width={276} height={176}>
        <Word x={22} y={38} size={14} faint>
          Total Campaign spend
        </Word>
        {SPEND.map((height, index) => (
          <rect
            key={height}
            className={classes.rise}
            x={22 + index * 29.5}
            y={152 - height}
            width="18"
            height={height}
            rx="4"
            fill={index === SPEND.length - 1 ? 'var(--vb-on-brand-spark)' : 'var(--vb-on-brand)'}
            opacity={index === SPEND.length - 1 ? 1 : 0.26 + index * 0.05}
          />
        ))}
      </Pane>
    </svg>
  );
}

const DOTS = Array.from({ length: 15 * 11 }, (_, index) => ({
  x: (index % 15) * 38 + 14,
  y: Math.floor(index / 15) * 38 + 14,
}));

/** The faint grid behind a drawing on the theme color. */
function DotGrid() {
  return (
    <g fill="var(--vb-on-brand)" opacity="0.1">
      {DOTS.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />
      ))}
    </g>
  );
}

/** A glass pane on the theme color, at (x, y). */
function Pane({
  x,
  y,
  width,
  height,
  children,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  children: ReactNode;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={width} height={height} rx="14" fill="var(--vb-brand-8)" />
      <rect width={width} height={height} rx="14" fill="var(--vb-on-brand)" opacity="0.1" />
      <rect
        x="0.75"
        y="0.75"
        width={width - 1.5}
        height={height - 1.5}
        rx="13.25"
        fill="none"
        stroke="var(--vb-on-brand)"
        strokeOpacity="0.24"
        strokeWidth="1.5"
      />
      {children}
    </g>
  );
}

/** An outlet with its screen: an ad plays above the socket. */
function OutletUnit({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="168" height="292" rx="28" fill="var(--vb-on-brand)" />
      <rect x="16" y="16" width="136" height="132" rx="16" fill="var(--vb-brand-8)" />
      <clipPath id="vb-ad">
        <rect x="16" y="16" width="136" height="132" rx="16" />
      </clipPath>
      <g clipPath="url(#vb-ad)">
        <circle cx="112" cy="62" r="20" fill="var(--vb-on-brand-spark)" />
        <path d="M4 148 58 84l30 34 22-22 52 52z" fill="var(--vb-brand-4)" />
        <path d="M-8 152 34 112l26 24 16-14 34 30z" fill="var(--vb-brand-3)" opacity="0.75" />
      </g>
      <rect x="30" y="30" width="46" height="7" rx="3.5" fill="var(--vb-on-brand)" opacity="0.9" />
      <rect x="30" y="43" width="30" height="6" rx="3" fill="var(--vb-on-brand)" opacity="0.5" />
      <rect x="30" y="130" width="108" height="5" rx="2.5" fill="var(--vb-on-brand)" opacity="0.3" />
      <rect className={classes.fill} x="30" y="130" width="76" height="5" rx="2.5" fill="var(--vb-on-brand)" />
      <rect x="16" y="164" width="136" height="112" rx="16" fill="var(--vb-brand-1)" />
      <g fill="var(--vb-brand-8)">
        <rect x="58" y="190" width="11" height="30" rx="5.5" />
        <rect x="99" y="190" width="11" height="30" rx="5.5" />
        <path d="M73 250a11 11 0 0 1 22 0v7H73z" />
      </g>
      <circle cx="138" cy="178" r="4.5" fill="#1fa35c" />
    </g>
  );
}

/** A charging phone. */
function Phone({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width="112"
        height="216"
        rx="22"
        fill="var(--vb-brand-9)"
        stroke="var(--vb-on-brand)"
        strokeOpacity="0.4"
        strokeWidth="3"
      />
      <rect x="42" y="11" width="28" height="6" rx="3" fill="var(--vb-on-brand)" opacity="0.25" />
      <circle cx="56" cy="94" r="30" fill="none" stroke="var(--vb-on-brand)" strokeOpacity="0.16" strokeWidth="7" />
      <path
        d="M56 64a30 30 0 1 1-28.500 20.700"
        fill="none"
        stroke="var(--vb-on-brand-spark)"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path d="m59 78-13 19h9l-3 14 14-20h-9z" fill="var(--vb-on-brand)" />
      <rect x="26" y="146" width="60" height="7" rx="3.5" fill="var(--vb-on-brand)" opacity="0.5" />
      <rect x="36" y="160" width="40" height="6" rx="3" fill="var(--vb-on-brand)" opacity="0.25" />
    </g>
  );
}

/** A short text in a drawing. */
function Word({
  x,
  y,
  size = 15,
  faint = false,
  children,
}: {
  x: number;
  y: number;
  size?: number;
  faint?: boolean;
  children: string;
}) {
  return (
    <text
      className={classes.text}
      x={x}
      y={y}
      fontSize={size}
      fill={faint ? 'var(--vb-on-brand-muted)' : 'var(--vb-on-brand)'}
    >
      {children}
    </text>
  );
}
