import type { Campaign } from '#contract/campaigns.ts';

/** Their own screen lists all of them. */
const MOST_RUNNING = 4;

export type RunningCampaign = {
  readonly id: string;
  readonly name: string;
  /** In dollars. */
  readonly left: number;
  /** Spend as a percentage of the plan by now; null if nothing was planned. */
  readonly pace: number | null;
};

/** Campaigns with a running flight, the one furthest behind its plan first. */
export function runningCampaigns(rows: readonly Campaign[]): RunningCampaign[] {
  // A campaign that was capped between the two answers is in both.
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
