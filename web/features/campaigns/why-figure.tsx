import type { ReactNode } from 'react';
import type { FlightRow } from '#contract/flight-parts.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import classes from './campaigns.module.css';

/** Whose figures are explained: a campaign's or a flight's, by the filter of reports that has its events. */
export type Explained = { readonly name: string; readonly id: string; readonly filters: string };

export const campaignExplained = ({ id, name }: { readonly id: string; readonly name: string }): Explained => ({
  id,
  name,
  filters: JSON.stringify({ campaign: [id] }),
});
export const flightExplained = ({ id, code }: Pick<FlightRow, 'id' | 'code'>): Explained => ({
  id,
  name: code,
  filters: JSON.stringify({ flight: [code] }),
});

const LABELS = {
  revenue: 'Spend',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
  planned: 'Planned by now',
  foreseen: 'At its end',
} as const;
type Figure = keyof typeof LABELS;

const isNothing = (value: number | null): boolean => value === null || value === 0;

type WhyFigureProps = {
  of: Explained;
  figure: Figure;
  /** What is nothing, or not known, has nothing to open. */
  value: number | null;
  /** Of a day of the campaign's zone alone, in words as well. */
  day?: { readonly day: string; readonly zone: string; readonly words: string };
};

/** Opens why a figure of a campaign or flight is what it is. */
export function WhyFigure({ of, figure, value, day }: WhyFigureProps) {
  if (isNothing(value)) return null;
  const isPlan = figure === 'planned' || figure === 'foreseen';
  const time = day === undefined ? {} : { from: day.day, to: day.day, tz: day.zone };
  const planned = day === undefined ? {} : { from: day.day, to: day.day };
  const asked: ExplainAsked = isPlan ? { figure, of: of.id, ...planned } : { figure, ...time, filters: of.filters };
  const label = day !== undefined && figure === 'planned' ? 'Planned' : LABELS[figure];
  return <ExplainButton label={`${label} of ${of.name}${day ? ` ${day.words}` : ''}`} asked={asked} />;
}

/** A figure with what opens it beside it, or as much room: figures of a column stand below each other. */
export const WithWhy = ({ children, ...why }: WhyFigureProps & { children: ReactNode }) => (
  <span className={classes.withWhy}>
    {children}
    {isNothing(why.value) ? <span className={classes.noWhy} /> : <WhyFigure {...why} />}
  </span>
);
