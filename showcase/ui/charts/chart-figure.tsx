import { type ReactNode, useState } from 'react';
import { Bone } from '../../../web/ui/skeletons.tsx';
import classes from './chart-figure.module.css';

/** The chart's figures as a table, for users who can't see the chart or want the numbers. */
export type ChartTwin = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

export type ChartFigureProps = {
  /** The chart's text alternative: what it shows, in one sentence. */
  label: string;
  /** Pixels, or a CSS length. */
  height: number | string;
  twin: () => ChartTwin;
  /** One line below the chart. */
  note?: ReactNode;
  /** Buttons beside the button that shows the table. */
  tools?: ReactNode;
  /** Interactive elements over the chart, such as buttons. */
  overlay?: ReactNode;
  children: ReactNode;
};

/** A chart with its text alternatives: a description, and a table that a button shows in the chart's place. */
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

/** A placeholder for a chart that is still loading, including the line below it. */
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

/** A button in the line below a chart. */
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

/** The table for a chart too small for a button; for screen readers only. */
export function HiddenTwin({ caption, head, rows }: ChartTwin & { caption: string }) {
  return (
    <div className={classes.hidden}>
      <FiguresTable caption={caption} head={head} rows={rows} />
    </div>
  );
}
