import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IconEntry } from './icon-catalogue.ts';
import classes from './icons-page.module.css';

/**
 * A grid of icon cells. They span 12 columns on the narrowest screens, 4 on medium and 3 on large ones
 * (docs/specification.md#constants), which makes 1, 3 and 4 per row.
 */
export function IconGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}

export function IconCell({ entry: { label, name, isAlias }, icon }: { entry: IconEntry; icon: ReactNode }) {
  return (
    <li>
      <Link to="/app/$" params={{ _splat: `icon/${name}` }} preload={false} className={classes.cell}>
        {icon}
        <span className={classes.name}>
          {label}
          {isAlias ? <span className={classes.alias}> (alias)</span> : null}
        </span>
      </Link>
    </li>
  );
}
