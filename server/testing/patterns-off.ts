import { PATTERN_RULES } from '#contract/traffic-rules.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** All statistical rules turned off, in the stored format. */
export const PATTERNS_OFF = JSON.stringify(Object.fromEntries(PATTERN_RULES.map((rule) => [rule, 'off'])));

/**
 * Turns off all statistical rules. Tests use it if they report, within seconds and at a few outlets, what honest
 * visitors do in weeks.
 */
export async function turnPatternsOff(accounts: AccountsDb): Promise<void> {
  const rules = {
    visitor_seconds: 3_600,
    outlet_pace: 1,
    data_centre: 1,
    silent_minutes: null,
    backfill_hours: null,
  } as const;
  await accounts
    .insertInto('traffic_rules')
    .values({ id: 'patterns off', valid_from: 0, made_by: 'a test', ...rules, patterns: PATTERNS_OFF })
    .execute();
}
