import { Link } from '@tanstack/react-router';
import type { Campaign } from '#contract/campaigns.ts';
import type { Summary } from '#contract/list.ts';
import { explainedMoney } from '../../explain/explained-facts.tsx';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { Fact } from '../../ui/fact-list.tsx';
import { overviewPanelStrings as strings } from './dashboard-strings.ts';
import classes from './overview-panel.module.css';

type OwnMoney = Parameters<typeof explainedMoney>[0];

/** Returns an owner's main figures: what it earns, and the outlets that need attention. Missing figures are left out. */
export const ownerFacts = (own: OwnMoney | undefined, statuses: Summary['outlets_by_status']): Fact[] => [
  ...(own === undefined ? [] : explainedMoney(own)),
  ...(statuses === undefined ? [] : [attention(statuses)]),
];

function attention({ late, offline }: NonNullable<Summary['outlets_by_status']>): Fact {
  const silent = offline + late;
  const detail =
    silent === 0
      ? strings.allInContact
      : interpolate(strings.offlineAndLate, {
          offline: (
            <Link to="/app/outlets" search={{ show: 'offline' }} className={classes.link}>
              {interpolate(strings.offline, { offline: formatCount(offline) })}
            </Link>
          ),
          late: (
            <Link to="/app/outlets" search={{ show: 'late' }} className={classes.link}>
              {interpolate(strings.late, { late: formatCount(late) })}
            </Link>
          ),
        });
  return { label: strings.outletsThatNeedAttention, value: formatCount(silent), detail };
}

/** Returns an advertiser's main figures: what it owes, and its running campaigns. Missing figures are left out. */
export function advertiserFacts(own: OwnMoney | undefined, campaigns: readonly Campaign[] | undefined): Fact[] {
  const money = own === undefined ? [] : explainedMoney(own);
  const running = runningCampaigns(campaigns ?? []).map(
    ({ id, left, name, pace }): Fact => ({
      label: name,
      value: formatDollars(left),
      detail: interpolate(strings.leftAndPace, {
        pace: (
          <Link to="/app/campaigns/$campaign" params={{ campaign: id }} className={classes.link}>
            {pace === null ? strings.noPlan : interpolate(strings.ofPlan, { pace: formatCount(pace) })}
          </Link>
        ),
      }),
    }),
  );
  const none: Fact = {
    label: strings.runningCampaigns,
    value: strings.none,
    detail: (
      <Link to="/app/campaigns" className={classes.link}>
        {strings.viewCampaigns}
      </Link>
    ),
  };
  const live = campaigns === undefined ? [] : running.length === 0 ? [none] : running;
  return [...money, ...live];
}

/** The campaigns screen lists all of them. */
const MOST_RUNNING = 4;

type RunningCampaign = {
  readonly id: string;
  readonly name: string;
  /** Remaining budget in dollars. */
  readonly left: number;
  /** Spend as a percentage of the planned spend so far; null if nothing was planned. */
  readonly pace: number | null;
};

/** Returns the campaigns with a running flight, the one furthest behind its plan first. */
export function runningCampaigns(rows: readonly Campaign[]): RunningCampaign[] {
  // A campaign that became capped between the two requests is in both responses.
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
