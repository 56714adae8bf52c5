import { type ReactNode, useState } from 'react';
import { Bone } from '../../../web/ui/skeletons.tsx';
import classes from './chart-figure.module.css';

/** The same figures as rows, for those who cannot see or do not trust the picture. */
export type ChartTwin = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

export type ChartFigureProps = {
  /** What the chart shows, in one sentence; its text alternative. */
  label: string;
  /** Pixels, or a CSS length. */
  height: number | string;
  twin: () => ChartTwin;
  /** One line under the chart. */
  note?: ReactNode;
  /** Buttons beside the one that opens the table. */
  tools?: ReactNode;
  /** What stands on the chart and can be reached, such as buttons. */
  overlay?: ReactNode;
  children: ReactNode;
};

/** A chart with its text alternative: a description, and a table twin one key away in the same place. */
export function ChartFigure({ label, height, twin, note, tools, overlay, children }: ChartFigureProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes.figure}>
      <div className={classes.stage} style={{ minHeight: height }}>
        <div role="img" aria-label={label} className={classes.chart} style={{ height }} data-chart="">
          {children}
        </div>
        {overlay}
        {isTable ? <TwinTable label={label} twin={twin()} /> : null}
      </div>
      <figcaption className={classes.foot}>
        <span className={classes.note}>{note}</span>
        {tools}
        <button
          type="button"
          className={classes.tool}
          aria-expanded={isTable}
          aria-label={`${isTable ? 'Hide table' : 'Show as table'}: ${label}`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Hide table' : 'Show as table'}
        </button>
      </figcaption>
    </figure>
  );
}

/** Keeps the place of a chart that is still loading, the line under it included. */
export function FigureBone({ height, note }: Pick<ChartFigureProps, 'height' | 'note'>) {
  return (
    <div className={classes.figure}>
      <Bone height={height} />
      <div className={classes.foot} aria-hidden="true">
        <span className={classes.note}>{note}</span>
        <span className={`${classes.tool} ${classes.blank}`}>Show as table</span>
      </div>
    </div>
  );
}

/** A button in the line under a chart. */
export function ChartTool({ label, isOn, onClick }: { label: string; isOn?: boolean; onClick: () => void }) {
  return (
    <button type="button" className={classes.tool} aria-pressed={isOn} onClick={onClick}>
      {label}
    </button>
  );
}

function TwinTable({ label, twin: { head, rows } }: { label: string; twin: ChartTwin }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
    <section className={classes.twin} aria-label={`Table: ${label}`} tabIndex={0}>
      <FiguresTable caption={label} head={head} rows={rows} />
    </section>
  );
}

function FiguresTable({ caption, head, rows }: ChartTwin & { caption: string }) {
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and no state
          <tr key={row}>
            <th scope="row">{first}</th>
            {rest.map((value, column) => (
              <td key={head[column + 1]} className={typeof value === 'number' ? classes.number : undefined}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The table twin of a chart too small for a button of its own: for screen readers only. */
export function HiddenTwin({ caption, head, rows }: ChartTwin & { caption: string }) {
  return (
    <div className={classes.hidden}>
      <FiguresTable caption={caption} head={head} rows={rows} />
    </div>
  );
}
