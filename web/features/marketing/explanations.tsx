import { IconCheck, IconMinus } from '@tabler/icons-react';
import classes from './features.module.css';

export type Side = { readonly title: string; readonly lines: readonly string[] };

/** Compares a place without and with the product. */
export function Comparison({ before, after }: { before: Side; after: Side }) {
  return (
    <div className={classes.compare}>
      {(
        [
          ['before', before, IconMinus],
          ['after', after, IconCheck],
        ] as const
      ).map(([is, { title, lines }, Icon]) => (
        <div key={is} className={classes.side} data-is={is}>
          <h3>{title}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>
                <Icon size={20} stroke={2} aria-hidden="true" />
                {line}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

export type Step = { readonly title: string; readonly text: string; readonly note?: string };

/** A process as ordered steps. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, text, note }) => (
        <li key={title} className={classes.step}>
          <h3>{title}</h3>
          <p>{text}</p>
          {note === undefined ? null : <span className={classes.pays}>{note}</span>}
        </li>
      ))}
    </ol>
  );
}
