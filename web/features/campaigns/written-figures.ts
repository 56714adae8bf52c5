import type { Campaign, WrittenCampaign } from '#contract/campaigns.ts';
import type { FlightDetail, FlightRow, WrittenFlight } from '#contract/flight-parts.ts';

type Figures = Pick<FlightRow, 'spent' | 'pace' | 'views' | 'clicks' | 'burns' | 'gross' | 'invalid'>;

/** Of a new row, which nothing was shown for yet. */
const NOTHING: Figures = {
  spent: 0,
  pace: null,
  views: 0,
  clicks: 0,
  burns: 0,
  gross: { views: 0, clicks: 0, burns: 0 },
  invalid: [],
};

const figuresOf = ({ spent, pace, views, clicks, burns, gross, invalid }: Figures): Figures => ({
  spent,
  pace,
  views,
  clicks,
  burns,
  gross,
  invalid,
});

const hasFigures = <Row extends { readonly spent: number | null }>(row: Row): row is Row & Figures =>
  row.spent !== null;

/** A flight that was just written. Figures that were not at hand stay those that were known before, until they are read again. */
export const writtenFlight = (answer: WrittenFlight, known: Figures = NOTHING): FlightDetail =>
  hasFigures(answer) ? answer : { ...answer, ...figuresOf(known) };

/** The same of a campaign. */
export const writtenCampaign = (answer: WrittenCampaign, known: Figures = NOTHING): Campaign =>
  hasFigures(answer) ? answer : { ...answer, ...figuresOf(known) };
