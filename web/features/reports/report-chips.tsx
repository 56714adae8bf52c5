import { IconX } from '@tabler/icons-react';
import type { ReportFilter } from '#contract/reports.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import type { Filters } from './report-search.ts';
import classes from './reports.module.css';

type ReportChipsProps = {
  filters: Filters;
  /** The name of a value, if a table has returned it. */
  nameOf: (dimension: ReportFilter, id: string) => string;
  onRemove: (dimension: ReportFilter, id: string) => void;
  onClear: () => void;
};

/** The report's filters, each with a button that removes it. */
export function ReportChips({ filters, nameOf, onRemove, onClear }: ReportChipsProps) {
  const chips = (Object.entries(filters) as [ReportFilter, readonly string[]][]).flatMap(([dimension, ids]) =>
    ids.map((id) => ({ dimension, id, text: `${DIMENSIONS[dimension].label}: ${nameOf(dimension, id)}` })),
  );
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filters">
      {chips.map(({ dimension, id, text }) => (
        <li key={`${dimension} ${id}`}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove ${text}`}
            onClick={() => onRemove(dimension, id)}
          >
            <span>{text}</span>
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
