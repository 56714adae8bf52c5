import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import classes from './documentation.module.css';

/** A page's title and first sentence. */
export function DocTitle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={classes.titleHead}>
      <h1>{title}</h1>
      <p className={classes.lead}>{children}</p>
    </header>
  );
}

/** A section with an anchor for the section list beside the page. */
export function DocSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A link to another documentation page. */
export function DocLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to="/documentation/$" params={{ _splat: to }}>
      {children}
    </Link>
  );
}

/** A link to a product page below /app. */
export function PageButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to="/app/$" params={{ _splat: to }} preload={false} className={plainButtonClass(true)}>
      {children}
    </Link>
  );
}

export type DocTableProps = {
  label: string;
  head: readonly string[];
  /** Each row's first cell is its header. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
  /** Whether the first column is code. */
  isCode?: boolean;
};

/** A table of facts. On a phone, a table with three or more columns becomes a list of its rows. */
export function DocTable({ label, head, rows, isCode = false }: DocTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by key
    <section className={classes.tableBox} tabIndex={0} aria-label={label}>
      <table data-stacks={head.length > 2 || undefined}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{isCode ? <code>{name}</code> : name}</th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row keep their places
                <td key={index} data-head={head[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
