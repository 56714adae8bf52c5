import type { ReactNode } from 'react';

const line = { fill: 'none', stroke: 'var(--vb-border-strong)', strokeWidth: 2, strokeLinecap: 'round' } as const;
const accent = {
  fill: 'none',
  stroke: 'var(--vb-brand-text)',
  strokeWidth: 3,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg width="280" height="160" viewBox="0 0 280 160" aria-hidden="true" focusable="false">
      <path {...line} d="M20 140h240" />
      {children}
    </svg>
  );
}

/** An outlet's plate with its slots, at (x, y). */
function Plate({ x, y, children }: { x: number; y: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="72" height="92" rx="14" fill="var(--vb-surface)" stroke="var(--vb-border-strong)" strokeWidth="2" />
      {children ?? (
        <g fill="var(--vb-text-muted)">
          <rect x="21" y="26" width="7" height="20" rx="3.5" />
          <rect x="44" y="26" width="7" height="20" rx="3.5" />
          <path d="M29 66a7 7 0 0 1 14 0v4H29z" />
        </g>
      )}
    </g>
  );
}

/** The drawing for 404: the plug hangs beside the outlet. */
export function UnpluggedDrawing() {
  return (
    <Drawing>
      <Plate x={48} y={28} />
      <path {...accent} d="M262 140c-40 0-62-8-62-34V92" />
      <rect
        x="184"
        y="58"
        width="32"
        height="34"
        rx="9"
        fill="var(--vb-brand-light)"
        stroke="var(--vb-brand-text)"
        strokeWidth="3"
      />
      <path {...accent} d="M193 57V43M207 57V43" />
      <path {...line} strokeDasharray="2 7" d="M136 52c14-14 32-16 46-9" />
    </Drawing>
  );
}

/** The drawing for 403: the outlet's cover is locked. */
export function LockedDrawing() {
  return (
    <Drawing>
      <Plate x={104} y={28}>
        <path {...accent} d="M25 44v-9a11 11 0 0 1 22 0v9" />
        <rect
          x="18"
          y="44"
          width="36"
          height="28"
          rx="7"
          fill="var(--vb-brand-light)"
          stroke="var(--vb-brand-text)"
          strokeWidth="3"
        />
        <circle cx="36" cy="56" r="3.5" fill="var(--vb-brand-text)" />
        <path {...accent} d="M36 57v6" />
      </Plate>
      <path {...line} d="M60 135v-17M76 135V100M204 135v-25M220 135v-9" strokeWidth={8} />
    </Drawing>
  );
}

/** The drawing for 500: the chart's line breaks off. */
export function BrokenLineDrawing() {
  return (
    <Drawing>
      <g fill="var(--vb-border)">
        <rect x="44" y="100" width="22" height="40" rx="4" />
        <rect x="84" y="84" width="22" height="56" rx="4" />
        <rect x="170" y="66" width="22" height="74" rx="4" />
        <rect x="210" y="50" width="22" height="90" rx="4" />
      </g>
      <path {...accent} d="M40 84l36-14 34-6 14-6" />
      <path {...accent} d="M160 48l22-9 44-15" strokeDasharray="1 9" />
      <path {...accent} d="M134 34l-8 18h16l-8 20" stroke="var(--vb-status-late)" />
    </Drawing>
  );
}
