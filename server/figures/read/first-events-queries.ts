import { lowest } from '#domain/extremes.ts';
import type { Scope } from '#domain/role.ts';
import { type Archive, COUNTS, type EventsReader } from '#event-store/event-store.ts';
import { clip, clipRaw, type Interval, type RawPart } from '../plan/reading-plan.ts';
import type { CustomerKeys } from '../query/sums-question.ts';
import { forEachSource, timesOf } from './archive-queries.ts';
import { between, intervalParams, within } from './raw-times.ts';
import { customerParams, ofCustomers, ofScope, scopeParams, tableOf } from './sums-queries.ts';

/**
 * Finds the oldest valid (or, with `isInvalid`, invalid) event in scope among raw rows, in epoch milliseconds; null if
 * there is none.
 */
export async function findFirstRawEvent(
  events: EventsReader,
  scope: Scope,
  question: { readonly raw: RawPart; readonly customers: CustomerKeys; readonly isInvalid?: boolean },
  archive: Archive,
): Promise<number | null> {
  const rows = await forEachSource(
    archive,
    timesOf(question.raw),
    async ({ from, fromInvalid, first, span, params }) => {
      const time = within('total', clipRaw(question.raw, span.fromMs, span.toMs));
      if (time.sql === null) return [];
      return events.query<{ firstMs: string; howMany: string }>({
        sql: `
        SELECT toUnixTimestamp64Milli(${first}) AS firstMs, count() AS howMany
        FROM ${(question.isInvalid ? fromInvalid : from)(tableOf(scope))} AND ${ofScope(scope)} AND ${ofCustomers} AND ${time.sql}`,
        params: {
          ...scopeParams(scope),
          ...customerParams(question.customers),
          ...time.params,
          ...params,
        },
        scope,
      });
    },
  );
  const found = rows.filter(({ howMany }) => howMany !== '0').map(({ firstMs }) => Number(firstMs));
  return found.length === 0 ? null : lowest(found);
}

/** Finds the oldest sealed event in scope, in epoch milliseconds; null if there is none. */
export async function findFirstSealedEvent(
  events: EventsReader,
  scope: Scope,
  question: { readonly generation: number; readonly customers: CustomerKeys },
): Promise<number | null> {
  const [row] = await events.query<{ firstMs: string; howMany: string }>({
    sql: `
      SELECT toUnixTimestamp64Milli(min(first_ts)) AS firstMs, count() AS howMany
      FROM device_total WHERE ${ofScope(scope)} AND ${ofCustomers} AND gen = {generation:UInt32}`,
    params: { ...scopeParams(scope), ...customerParams(question.customers), generation: question.generation },
    scope,
  });
  return row === undefined || row.howMany === '0' ? null : Number(row.firstMs);
}

/** Outlet keys by customer key. */
export type HostedOutlets = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * The outlets where an advertiser's campaigns ran. `valid` contains the outlets in `all` that have at least one valid
 * event.
 */
export type CampaignOutlets = { readonly valid: HostedOutlets; readonly all: HostedOutlets };

/**
 * Finds the outlets where an advertiser's campaigns ran within an interval, by the customer that held them at the time.
 */
export async function findCampaignOutlets(
  events: EventsReader,
  scope: Extract<Scope, { kind: 'advertiser' }>,
  time: Interval,
  archive: Archive,
): Promise<CampaignOutlets> {
  const rows = await forEachSource(archive, [time], ({ from, span, params }) =>
    events.query<{ customerKey: number; validKeys: readonly number[]; allKeys: readonly number[] }>({
      sql: `
        SELECT customer_id AS customerKey, groupUniqArrayIf(device_id, ${COUNTS}) AS validKeys,
          groupUniqArray(device_id) AS allKeys
        FROM ${from('events_by_campaign', undefined, true)} AND ${ofScope(scope)} AND ${between('within')}
        GROUP BY customerKey`,
      params: { ...scopeParams(scope), ...intervalParams('within', clip(time, span.fromMs, span.toMs)), ...params },
      scope,
    }),
  );
  const valid = new Map<number, Set<number>>();
  const all = new Map<number, Set<number>>();
  for (const { customerKey, validKeys, allKeys } of rows) {
    if (validKeys.length > 0) addKeys(valid, customerKey, validKeys);
    addKeys(all, customerKey, allKeys);
  }
  return { valid, all };
}

function addKeys(outlets: Map<number, Set<number>>, customerKey: number, keys: readonly number[]): void {
  outlets.set(customerKey, new Set([...(outlets.get(customerKey) ?? []), ...keys]));
}
