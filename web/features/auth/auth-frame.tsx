import type { ReactNode } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { NETWORK_NAME } from '../../lib/page-brand.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './auth.module.css';
import { AuthLink } from './auth-link.tsx';
import { authFrameStrings as strings } from './auth-strings.ts';

/**
 * The frame for the pages before sign-in: the form on the left; on wide screens, a description of the product on the
 * right.
 */
export function AuthFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header>
          <AuthLink to="/login" className={classes.logo} aria-label={NETWORK_NAME}>
            <Logo size={32} />
          </AuthLink>
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </main>
      </div>
      <aside className={classes.picture} aria-label={interpolate(strings.aboutVoltboard, { network: NETWORK_NAME })}>
        <OutletDrawing />
        <div className={classes.claim}>
          <h2>{strings.promise}</h2>
          <p>{strings.promiseDetail}</p>
        </div>
      </aside>
    </div>
  );
}

const BARS = [34, 48, 42, 66, 58, 84, 76, 104, 96, 128] as const;
const DOTS = Array.from({ length: 16 * 9 }, (_, index) => ({
  x: (index % 16) * 36 + 10,
  y: Math.floor(index / 16) * 36 + 10,
}));

/** An outlet whose cable becomes a chart's line: the product in one picture. */
function OutletDrawing() {
  return (
    <svg viewBox="0 0 560 320" aria-hidden="true" focusable="false">
      <g fill="#fff" opacity="0.09">
        {DOTS.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />
        ))}
      </g>
      <g transform="translate(196 56)">
        <rect width="340" height="216" rx="16" fill="#fff" opacity="0.08" />
        <rect
          x="0.75"
          y="0.75"
          width="338.5"
          height="214.5"
          rx="15.5"
          fill="none"
          stroke="#fff"
          strokeOpacity="0.2"
          strokeWidth="1.5"
        />
        <rect x="24" y="24" width="88" height="8" rx="4" fill="#fff" opacity="0.35" />
        <rect x="24" y="42" width="52" height="16" rx="5" fill="#fff" opacity="0.85" />
        <circle cx="90" cy="50" r="5" fill="#6ee7a8" />
        {BARS.map((height, index) => (
          <rect
            key={height}
            x={24 + index * 30}
            y={192 - height}
            width="18"
            height={height}
            rx="4"
            fill="#fff"
            opacity={0.12 + index * 0.022}
          />
        ))}
      </g>
      <path
        d="M108 236c0 44 26 56 58 46 40-12 36-66 72-74 30-7 40 18 70-6s34-54 68-58 44 20 72-12 30-54 66-60"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="514" cy="72" r="8" fill="#fff" />
      <circle cx="514" cy="72" r="16" fill="none" stroke="#fff" strokeOpacity="0.35" strokeWidth="2" />
      <g transform="translate(36 44)">
        <rect width="132" height="172" rx="24" fill="#fff" />
        <rect x="14" y="14" width="104" height="144" rx="16" fill="var(--vb-brand-1)" />
        <g fill="var(--vb-brand-8)">
          <rect x="40" y="48" width="12" height="34" rx="6" />
          <rect x="80" y="48" width="12" height="34" rx="6" />
          <path d="M54 116a12 12 0 0 1 24 0v8H54z" />
        </g>
      </g>
      <rect x="92" y="204" width="32" height="36" rx="10" fill="#fff" />
    </svg>
  );
}
