import { NETWORK_NAME } from '../lib/page-brand.ts';

export type LogoProps = {
  /** The mark's height in pixels. */
  size?: number;
  /** Shows the mark without the name. */
  markOnly?: boolean;
};

/** The logo's mark: an outlet's two slots and ground pin, drawn as the bars and the point of a chart. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--vb-brand-filled)" />
      <g fill="#fff">
        <rect x="7.5" y="13" width="4" height="9" rx="2" />
        <rect x="14" y="8" width="4" height="14" rx="2" />
        <path d="M20.5 17a2 2 0 0 1 2-2 2 2 0 0 1 2 2v3a2 2 0 0 1-2 2 2 2 0 0 1-2-2z" />
        <circle cx="22.5" cy="10" r="2" />
        <rect x="7.5" y="24" width="17" height="1.75" rx="0.875" opacity="0.65" />
      </g>
    </svg>
  );
}

/** The product's logo: its mark, with its name unless `markOnly` is set. */
export function Logo({ size = 28, markOnly = false }: LogoProps) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      <LogoMark size={size} />
      {markOnly ? null : (
        <span
          style={{
            fontSize: Math.round(size * 0.62),
            fontWeight: 650,
            letterSpacing: '-0.015em',
            color: 'var(--vb-text)',
          }}
        >
          {NETWORK_NAME}
        </span>
      )}
    </span>
  );
}
