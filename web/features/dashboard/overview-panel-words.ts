import type { Campaign } from '#contract/campaigns.ts';

/** More of them stand in their own screen. */
const MOST_RUNNING = 4;

export type RunningCampaign = {
  readonly id: string;
  readonly name: string;
  /** Dollars. */
  readonly left: number;
  /** Percent of what was to be spent by now; null where nothing was. */
  readonly pace: number | null;
};

/** Campaigns with a flight that runs, the one that is furthest behind its plan first. */
export function runningCampaigns(rows: readonly Campaign[]): RunningCampaign[] {
  // One that was capped between two answers is in both.
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .map(({ budget, id, name, pace, spent }) => ({
      id,
      name,
      left: Math.max(0, budget - spent),
      pace: pace === null ? null : Math.round(100 * pace),
    }))
    .toSorted((a, b) => (a.pace ?? Number.POSITIVE_INFINITY) - (b.pace ?? Number.POSITIVE_INFINITY))
    .slice(0, MOST_RUNNING);
}
