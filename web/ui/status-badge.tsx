import classes from './status-badge.module.css';
import { statusBadgeStrings as strings } from './ui-strings.ts';

export type Status = 'online' | 'late' | 'offline' | 'never';

/** The name of each status. */
export const STATUS_WORDS: Record<Status, string> = {
  online: strings.online,
  late: strings.late,
  offline: strings.offline,
  never: strings.neverSeen,
};

/**
 * Shapes in a 10 × 10 box. All shapes are filled, because a hollow shape means an unknown position
 * (docs/decisions.md#screens).
 */
export const STATUS_SHAPES: Record<Status, string> = {
  online: 'M5 0a5 5 0 1 1 0 10A5 5 0 0 1 5 0z',
  late: 'M5 0l5 9.5H0z',
  offline: 'M0.5 0.5h9v9h-9z',
  never: 'M5 0l5 5-5 5-5-5z',
};

/** The shape of a status: disc, triangle, square, diamond. The shape ensures that color is never the only indicator. */
export function StatusShape({ status, size = 8 }: { status: Status; size?: number }) {
  return (
    <svg className={classes.shape} width={size} height={size} viewBox="0 0 10 10" aria-hidden="true" focusable="false">
      <path d={STATUS_SHAPES[status]} fill="currentColor" />
    </svg>
  );
}

/** A status as shape and word. `word` replaces the default (such as 'Live'). */
export function StatusBadge({ status, word = STATUS_WORDS[status] }: { status: Status; word?: string }) {
  return (
    <span className={`${classes.badge} ${classes[status]}`}>
      <StatusShape status={status} />
      {word}
    </span>
  );
}
