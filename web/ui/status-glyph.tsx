import classes from './status-glyph.module.css';

export type GlyphStatus = 'online' | 'late' | 'offline' | 'never';

/** Outlines in a box of 16 × 16: each status has its shape, so that colour is never alone. */
export const STATUS_SHAPE: Record<GlyphStatus, string> = {
  online: 'M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12z',
  late: 'M8 1.8 14.9 13.7H1.1z',
  offline: 'M2.7 2.7h10.6v10.6H2.7z',
  never: 'M8 1 15 8 8 15 1 8z',
};

export const STATUS_WORD: Record<GlyphStatus, string> = {
  online: 'Online',
  late: 'Late',
  offline: 'Offline',
  never: 'Never seen',
};

type StatusGlyphProps = { status: GlyphStatus; hollow?: boolean; size?: number };

/** The sign of an outlet's status; the word stands beside it or in the element around it. */
export function StatusGlyph({ status, hollow = false, size = 12 }: StatusGlyphProps) {
  return (
    <svg
      className={classes.glyph}
      data-status={status}
      data-hollow={hollow || undefined}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={STATUS_SHAPE[status]} />
    </svg>
  );
}
