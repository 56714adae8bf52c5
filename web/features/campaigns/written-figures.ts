import type { Campaign, WrittenCampaign } from '#contract/campaigns.ts';
import type { FlightDetail, FlightRow, WrittenFlight } from '#contract/flight-parts.ts';

type Figures = Pick<FlightRow, 'spent' | 'pace' | 'views' | 'clicks' | 'burns' | 'gross' | 'invalid'>;

/** The figures for a new row, before any ad was shown. */
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

/**
 * Completes the response to a write. If the server did not compute the figures, the existing figures stay until the
 * next read.
 */
export const writtenFlight = (answer: WrittenFlight, known: Figures = NOTHING): FlightDetail =>
  hasFigures(answer) ? answer : { ...answer, ...figuresOf(known) };

/** Completes the response to a campaign write, like `writtenFlight`. */
export const writtenCampaign = (answer: WrittenCampaign, known: Figures = NOTHING): Campaign =>
  hasFigures(answer) ? answer : { ...answer, ...figuresOf(known) };
