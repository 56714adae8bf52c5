import { type ReactNode, useState } from 'react';
import classes from './stat-row.module.css';

/** A figure that glows briefly when it changes in place (look.md, motion); `of` is what is compared. */
export function LiveValue({
  of,
  className = '',
  children,
}: {
  of: string | number;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [last, setLast] = useState({ of, changes: 0 });
  if (last.of !== of) setLast({ of, changes: last.changes + 1 });
  return (
    <span key={last.changes} className={last.changes > 0 ? `${className} ${classes.glow}` : className}>
      {children}
    </span>
  );
}
