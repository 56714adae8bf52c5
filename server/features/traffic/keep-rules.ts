import { v7 as newId } from 'uuid';
import type { TrafficRules, TrafficRulesVersions, TriedRules } from '#contract/traffic-rules.ts';
import { DATA_CENTER_LIST } from '#domain/data-center-list.gen.ts';
import { FIRST_RULES, type TrafficRules as Rules, rulesAt } from '#domain/judging-rules.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import { changedFields, isEmpty } from '../../administration/optimistic-lock.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readTrafficRules, rulesOfRow } from '../../network/read-traffic-rules.ts';
import { findRuleVersions, insertRules } from './traffic-queries.ts';

const sentRules = (rules: Rules): TrafficRules => ({
  visitor_seconds: rules.visitorSeconds,
  outlet_pace: rules.outletPace,
  data_centre: rules.dataCentre,
  silent_minutes: rules.silentMinutes,
  backfill_hours: rules.backfillHours,
  patterns: rules.patterns,
});

/** The current rules for arriving events. */
export async function currentRules({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>): Promise<Rules> {
  const rows = await findRuleVersions(accounts);
  return rulesAt(
    [...rows].reverse().map((row) => ({ validFrom: row.valid_from, ...rulesOfRow(row) })),
    now(),
  );
}

export async function showRules({
  accounts,
  config,
  now,
}: Pick<Dependencies, 'accounts' | 'config' | 'now'>): Promise<TrafficRulesVersions> {
  const rows = await findRuleVersions(accounts);
  const { source, date, ranges } = DATA_CENTER_LIST;
  return {
    rules: sentRules(
      rulesAt(
        [...rows].reverse().map((row) => ({ validFrom: row.valid_from, ...rulesOfRow(row) })),
        now(),
      ),
    ),
    unsigned_views: config.unsignedViews,
    has_ranges: config.dataCentreRanges !== null,
    data_centers: { source, date, ranges },
    versions: rows.map((row) => ({
      from: new Date(row.valid_from).toISOString(),
      by: row.made_by,
      rules: sentRules(rulesOfRow(row)),
    })),
  };
}

/** Makes each mode a separate field. */
const flat = ({ patterns, ...others }: TrafficRules) => ({ ...others, ...patterns });

/** Applies from now on; earlier decisions stay. Unchanged rules create no version. */
export const setRules = (context: ChangeContext, sent: TriedRules): Promise<void> =>
  insertWithAudit(context, async ({ tx, nowMs, note }) => {
    const [last] = await findRuleVersions(tx);
    const now = last === undefined ? FIRST_RULES : rulesOfRow(last);
    const [before, wanted] = [sentRules(now), sentRules(readTrafficRules(sent, now))];
    if (isEmpty(changedFields(flat(before), flat(wanted)))) return;
    const { outlet_pace, data_centre, patterns, ...numbers } = wanted;
    await insertRules(tx, {
      id: newId(),
      valid_from: nowMs,
      made_by: context.author.actor,
      ...numbers,
      outlet_pace: outlet_pace ? 1 : 0,
      data_centre: data_centre ? 1 : 0,
      patterns: JSON.stringify(patterns),
    });
    await note({ action: 'traffic-rules.changed', subject: 'rules', detail: { rules: { before, after: wanted } } });
  });
