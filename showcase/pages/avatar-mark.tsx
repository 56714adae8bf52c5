import type { CSSProperties } from 'react';
import classes from './avatar-mark.module.css';

/** A sample person's initials in their own color, instead of a photo. */
export function AvatarMark({ name, tone = 1, size = 40 }: { name: string; tone?: number; size?: number }) {
  const initials = name
    .split(' ')
    .map((part) => part[0] ?? '')
    .slice(0, 2)
    .join('');
  return (
    <span
      className={classes.mark}
      style={{ width: size, height: size, '--tone': `var(--vb-series-${tone})` } as CSSProperties}
      aria-hidden="true"
    >
      {initials}
    </span>
  );
}
