import classes from './drawing-parts.module.css';
import { DotGrid, OutletUnit, Pane, Phone, Word } from './drawing-parts.tsx';

const DAYS = [26, 34, 30, 46, 42, 58, 70] as const;
const SPEND = [20, 30, 26, 44, 52, 48, 66, 78] as const;

/** A phone charges at an outlet, and the charge appears in the owner's figures. */
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

/** An ad plays at an outlet, beside its results: viewed, clicked, played to its end. */
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
