import type { ReactNode } from 'react';
import type { FlightRow } from '#contract/flight-parts.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { campaignFigureStrings as strings } from './campaigns-strings.ts';

/** The campaign or flight whose figures are explained. `filters` is the report filter that selects its events. */
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
  revenue: strings.spend,
  views: strings.views,
  clicks: strings.clicks,
  burns: strings.burns,
  planned: strings.plannedToDate,
  foreseen: strings.projectedSpend,
} as const;
type Figure = keyof typeof LABELS;

const isNothing = (value: number | null): boolean => value === null || value === 0;

type CampaignFigureProps = {
  /** The formatted figure. */
  text: string;
  /** Shown in place of the text. */
  children?: ReactNode;
  of: Explained;
  figure: Figure;
  /** Zero and null have no explanation. */
  value: number | null;
  /** Limits the explanation to a day in the campaign's time zone. */
  day?: { readonly day: string; readonly zone: string; readonly isToday: boolean };
};

type LabelParts = { of: Explained; figure: Figure; day: CampaignFigureProps['day'] | undefined };

/** Names the explained figure: "Spend for AUTUMN-1 today". */
function labelOf({ of: { name }, figure, day }: LabelParts): string {
  if (day === undefined) return interpolate(strings.figureOf, { figure: LABELS[figure], name });
  const label = figure === 'planned' ? strings.planned : LABELS[figure];
  return day.isToday
    ? interpolate(strings.figureToday, { figure: label, name })
    : interpolate(strings.figureOnDay, { figure: label, name, day: formatDay(day.day) });
}

/** A figure of a campaign or flight. It opens its explanation. */
export function CampaignFigure({ of, figure, value, day, text, children = text }: CampaignFigureProps) {
  if (isNothing(value)) return children;
  const isPlan = figure === 'planned' || figure === 'foreseen';
  const time = day === undefined ? {} : { from: day.day, to: day.day, tz: day.zone };
  const planned = day === undefined ? {} : { from: day.day, to: day.day };
  const asked: ExplainAsked = isPlan ? { figure, of: of.id, ...planned } : { figure, ...time, filters: of.filters };
  return (
    <ExplainedFigure value={text} label={labelOf({ of, figure, day })} asked={asked}>
      {children}
    </ExplainedFigure>
  );
}
