import type { Affected } from '#domain/alert-changes.ts';
import { DAY_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { findImplausibleSince } from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';

/**
 * Outlets whose meters reported several implausible readings in the last day: one alert a venue. The alert ends when
 * the last day has fewer.
 */
export async function findImplausible({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const groups = new Map<string, Found & { readonly affected: Affected[] }>();
  for (const row of await findImplausibleSince(accounts, nowMs - DAY_MS, nowMs)) {
    const { customer_id: customerId, id, readings, venue, venue_id: venueId } = row;
    const { on, threshold } = ruleOf(customerId, 'meter_implausible');
    if (!on || readings < threshold) continue;
    const cause = `meter/${venueId}`;
    const group = groups.get(cause) ?? {
      cause,
      rule: 'meter_implausible' as const,
      customerId,
      path: `/app/outlets/${id}`,
      affected: [],
      title: `Implausible meter readings at ${venue}`,
    };
    group.affected.push({ id, name: outletName(row) });
    groups.set(cause, group);
  }
  // Links to the page of an outlet, which shows its readings.
  return [...groups.values()].map((group) =>
    group.affected.length === 1 ? group : { ...group, path: '/app/outlets' },
  );
}
