import type { Scope } from '#domain/role.ts';

export const EVENT_TABLES = ['events', 'events_by_campaign', 'archived_quarter', 'sealed_invalid'] as const;
export const ROLLUPS = ['sealed_day', 'device_total', 'device_recent'] as const;

/**
 * Renders a scope as ClickHouse's `additional_table_filters`, which the engine applies under FINAL and UNION; null for
 * the scope `all`. The filters are the second line of defense, because a query's WHERE also names the scope. Rollups
 * combine advertisers, so an advertiser cannot read them.
 */
export function scopeFilters(scope: Scope, database: string): string | null {
  if (scope.kind === 'all') return null;
  const key = scope.customerKey;
  if (!Number.isSafeInteger(key) || key < 0) throw new RangeError('a scope needs the number of a customer');
  const filters =
    scope.kind === 'owner'
      ? [...EVENT_TABLES, ...ROLLUPS].map((table) => [table, `customer_id = ${key}`])
      : [...EVENT_TABLES.map((table) => [table, `advertiser_id = ${key}`]), ...ROLLUPS.map((table) => [table, '0'])];
  return `{${filters.map(([table, filter]) => `'${database}.${table}':'${filter}'`).join(',')}}`;
}
