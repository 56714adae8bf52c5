import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IconEntry } from './icon-catalogue.ts';
import classes from './icons-page.module.css';

/**
 * A grid of icon cells. A cell spans 12 columns on the narrowest screens, 4 on medium screens and 3 on large screens
 * (docs/specification.md#constants). A row thus has 1, 3 or 4 cells.
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
