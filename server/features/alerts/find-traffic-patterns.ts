import type { Affected } from '#domain/alert-changes.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import type { Found, Looking } from './looking.ts';
import { endFindings, findLastingFindings } from './patterns-queries.ts';

/** A pattern without an event for this long has ended. */
const ENDS_AFTER_MS = HOUR_MS;

/** Lasting patterns of the statistical rules: one alert for each rule and venue. Patterns without new events end. */
export async function findTrafficPatterns({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  await endFindings(accounts, nowMs, nowMs - ENDS_AFTER_MS);
  if (!ruleOf('', 'traffic_pattern').on) return [];
  const groups = new Map<string, Found & { readonly affected: Affected[] }>();
  for (const { rule, mode, id, eui, label, venue_id: venueId, venue } of await findLastingFindings(accounts, nowMs)) {
    const cause = `traffic_pattern/${rule}/${venueId}`;
    const group = groups.get(cause) ?? {
      cause,
      rule: 'traffic_pattern' as const,
      customerId: null,
      path: '/admin/traffic',
      affected: [],
      title: `${REASON_WORDS[rule]} at ${venue}: ${mode === 'flag' ? 'check this traffic' : 'these events do not count'}`,
    };
    group.affected.push({ id, name: outletName({ eui, label }) });
    groups.set(cause, group);
  }
  return [...groups.values()];
}
