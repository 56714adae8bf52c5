import type { AlertRule } from '#contract/alerts.ts';
import type { Cause } from '#domain/alert-changes.ts';
import { type Heard, silencesAt } from '#domain/alert-silence.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { shownEui } from '#domain/eui.ts';
import type { Dependencies } from '../../dependencies.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import type { AlertRow } from './alerts-queries.ts';
import * as queries from './causes-queries.ts';

/** Whether an organisation wants a rule, and from when on it counts. */
export type RuleOf = (organisation: string, rule: AlertRule) => { readonly on: boolean; readonly threshold: number };

export type Looking = Pick<Dependencies, 'accounts' | 'budgets' | 'config' | 'network' | 'notices'> & {
  readonly nowMs: number;
  readonly ruleOf: RuleOf;
  readonly standing: readonly AlertRow[];
};

type Found = Cause & { readonly rule: AlertRule };

/** A fault stands for so long after it was last reported; a lost power until it is back, or a day. */
const FAULT_MS = HOUR_MS;
const POWER_MS = DAY_MS;
/** A document is news for a week. */
const NEWS_MS = 7 * DAY_MS;

const nameOf = ({ label, eui }: { readonly label: string; readonly eui: string }): string => label || shownEui(eui);

/** All that is wrong now, each cause once. */
export async function findCauses(looking: Looking): Promise<Found[]> {
  const found = await Promise.all([
    findSilences(looking),
    findFaults(looking),
    findFlights(looking),
    findDocuments(looking),
    findTroubles(looking),
  ]);
  return found.flat();
}

/** Nothing comes in at all: then the outlets are not what is broken. */
async function hasStopped({ accounts, nowMs, ruleOf }: Looking): Promise<boolean> {
  const newest = await queries.findNewestSeen(accounts);
  return newest !== null && nowMs - newest >= ruleOf('', 'ingestion_stopped').threshold * MINUTE_MS;
}

async function findSilences(looking: Looking): Promise<Found[]> {
  const { accounts, nowMs, ruleOf, standing } = looking;
  const [late, totals, isStopped] = await Promise.all([
    queries.findLateOutlets(accounts, nowMs),
    queries.countHeardByVenue(accounts, nowMs),
    hasStopped(looking),
  ]);
  const venues = new Map<string, queries.SilentRow[]>();
  for (const row of late) venues.set(row.venue_id, [...(venues.get(row.venue_id) ?? []), row]);
  return [...venues].flatMap(([venueId, rows]) => {
    const [{ customer_id: customerId, venue }] = rows as [queries.SilentRow];
    const prefix = `silent/${venueId}/`;
    const named = standing
      .filter(({ cause }) => cause.startsWith(prefix))
      .map(({ cause, affected }) => ({ cause, ids: idsIn(affected) }));
    const total = totals.get(venueId) ?? rows.length;
    const afterMs = ruleOf(customerId, 'outlet_silent').threshold * MINUTE_MS;
    const heard = rows.map((row): Heard => ({ id: row.id, label: nameOf(row), lastSeenMs: row.last_seen_at ?? nowMs }));
    return silencesAt(heard, { nowMs, afterMs, total, named }).flatMap(
      ({ cause, isWhole, silent, sinceMs }): Found[] => {
        const [first] = silent;
        const rule = isWhole ? 'venue_silent' : 'outlet_silent';
        if (first === undefined || !ruleOf(customerId, rule).on || (isStopped && cause === null)) return [];
        return [
          {
            ...{ cause: cause ?? `${prefix}${first.id}/${sinceMs}`, rule, customerId },
            title: silenceTitle(venue, silent, isWhole),
            affected: silent.map(({ id, label }) => ({ id, name: label })),
            path: silent.length === 1 ? `/app/outlets/${first.id}` : `/app/outlets?q=${encodeURIComponent(venue)}`,
          },
        ];
      },
    );
  });
}

const idsIn = (affected: string): string[] => (JSON.parse(affected) as { id: string }[]).map(({ id }) => id);

function silenceTitle(venue: string, silent: readonly Heard[], isWhole: boolean): string {
  if (isWhole) return `${venue} is silent: none of its outlets says anything`;
  const [first] = silent;
  return silent.length === 1
    ? `${first?.label} at ${venue} is silent`
    : `${silent.length} outlets at ${venue} are silent`;
}

async function findFaults({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const rows = await queries.findFaultsSince(accounts, nowMs - POWER_MS, nowMs);
  const backAt = new Map<string, number>();
  for (const { id, kind, at } of rows) if (kind === 'power_back') backAt.set(id, at);
  const groups = new Map<string, Found & { affected: { id: string; name: string }[] }>();
  for (const row of rows) {
    const { id, kind, at, venue, venue_id: venueId, customer_id: customerId } = row;
    const lasts = kind === 'power_lost' ? (backAt.get(id) ?? 0) < at : at > nowMs - FAULT_MS;
    if (kind === 'power_back' || !lasts || !ruleOf(customerId, 'fault').on) continue;
    const cause = `fault/${venueId}/${kind}`;
    const group = groups.get(cause) ?? {
      ...{ cause, rule: 'fault' as const, customerId, affected: [], path: '/app/outlets?show=faulty' },
      title: `${capital(kind.replaceAll('_', ' '))} at ${venue}`,
    };
    if (!group.affected.some((known) => known.id === id)) group.affected.push({ id, name: nameOf(row) });
    groups.set(cause, group);
  }
  return [...groups.values()];
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What is spent, about to be, or about to end. A flight that is over needs no word of its budget. */
async function findFlights({ accounts, budgets, config, network, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const flights = await queries.findRunningFlights(accounts, nowMs - DAY_MS, nowMs);
  if (flights.length === 0) return [];
  const keys = flights.map(({ key }) => key);
  const { snapshot } = await network.current();
  await snapshot.catalog.load({ flightKeys: new Set(keys) });
  const standing = await budgets.standing(keys, termsIn(snapshot.catalog, config.networkTimeZone));
  return flights.flatMap((flight): Found[] => {
    const { id, key, code, campaign, campaign_id: campaignId, customer_id: customerId } = flight;
    const spent = standing.get(key)?.spentMicros ?? 0;
    const percent = flight.budget_micros > 0 ? (100 * spent) / flight.budget_micros : 0;
    const about = {
      ...{ customerId, affected: [{ id, name: code }], path: `/app/campaigns/${campaignId}` },
    };
    const over = overTitle(`${code} of ${campaign}`, percent, flight.ends_at - nowMs);
    if (over !== null)
      return ruleOf(customerId, 'flight_over').on
        ? [{ ...about, cause: `over/${id}`, rule: 'flight_over', title: over }]
        : [];
    const { on, threshold } = ruleOf(customerId, 'budget_used');
    if (!on || percent < threshold) return [];
    return [
      {
        ...{ ...about, cause: `budget/${id}`, rule: 'budget_used' as const },
        title: `${code} of ${campaign} has used more than ${threshold}% of its budget`,
      },
    ];
  });
}

/** A thousandth of a budget may be less than a view costs. */
function overTitle(name: string, percent: number, leftMs: number): string | null {
  if (leftMs <= 0) return `${name} has ended`;
  if (percent >= 99.9) return `${name} is spent`;
  return leftMs <= DAY_MS ? `${name} ends within a day` : null;
}

async function findDocuments({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const documents = await queries.findFinalDocuments(accounts, nowMs - NEWS_MS);
  return documents
    .filter(({ customer_id }) => ruleOf(customer_id, 'document_final').on)
    .map(({ id, kind, month, number, customer_id: customerId }) => ({
      ...{ cause: `document/${id}`, rule: 'document_final' as const, customerId, path: '/app/main/dashboard' },
      title: `The ${kind} of ${month} is final: number ${number}`,
      affected: [{ id, name: `${kind} ${month}` }],
    }));
}

/** Of the installation itself, for administrators. */
async function findTroubles(looking: Looking): Promise<Found[]> {
  const { accounts, notices, nowMs, ruleOf } = looking;
  const [isStopped, told, stuck] = await Promise.all([
    hasStopped(looking),
    notices.list(),
    queries.countStuckMails(accounts, nowMs - ruleOf('', 'mail_failing').threshold * MINUTE_MS),
  ]);
  const disk = told.find(({ kind }) => kind === 'disk');
  const own = { customerId: null, affected: [] };
  const found: Found[] = [];
  if (isStopped)
    found.push({
      ...{ ...own, cause: 'ingestion', rule: 'ingestion_stopped', path: '/app/outlets' },
      title: 'Nothing comes in: no outlet of the network says anything',
    });
  if (disk !== undefined) found.push({ ...own, cause: 'disk', rule: 'disk_low', path: '/app/main', title: disk.text });
  if (stuck > 0)
    found.push({
      ...{ ...own, cause: 'mail', rule: 'mail_failing', path: '/admin/mail' },
      title: 'Mails are not delivered',
    });
  return found.filter(({ rule }) => ruleOf('', rule).on);
}
