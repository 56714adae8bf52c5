import { STATUS_SHAPES, type Status } from './status-badge.tsx';
import classes from './status-mark.module.css';

type StatusMarkProps = { status: Status /** The position is unknown. */; hollow?: boolean; size?: number };

/** A status's colored shape, as on the map. The word is beside the shape, or labels the surrounding element. */
export function StatusMark({ status, hollow = false, size = 10 }: StatusMarkProps) {
  return (
    <svg
      className={`${classes.mark} ${classes[status]} ${hollow ? classes.hollow : ''}`}
      width={size}
      height={size}
      viewBox="-1 -1 12 12"
      aria-hidden="true"
      focusable="false"
    >
      <path d={STATUS_SHAPES[status]} />
    </svg>
  );
}
