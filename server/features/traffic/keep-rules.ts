import { v7 as newId } from 'uuid';
import type { TrafficRules, TrafficRulesVersions } from '#contract/traffic-rules.ts';
import { FIRST_RULES, type TrafficRules as Rules, rulesAt } from '#domain/judging-rules.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { changedFields, isEmpty } from '../../administration/change-stored.ts';
import { storeNew } from '../../administration/store-new.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findRuleVersions, insertRules, type RuleVersionRow } from './traffic-queries.ts';

const sentRules = (rules: Rules): TrafficRules => ({
  visitor_views: rules.visitorViews,
  outlet_pace: rules.outletPace,
  data_centre: rules.dataCentre,
  silent_minutes: rules.silentMinutes,
});

/** As the browser sends them. */
export const readRules = (sent: TrafficRules): Rules => ({
  visitorViews: sent.visitor_views,
  outletPace: sent.outlet_pace,
  dataCentre: sent.data_centre,
  silentMinutes: sent.silent_minutes,
});

const rulesOf = (row: RuleVersionRow) => ({
  validFrom: row.valid_from,
  visitorViews: row.visitor_views,
  outletPace: row.outlet_pace === 1,
  dataCentre: row.data_centre === 1,
  silentMinutes: row.silent_minutes,
});

export async function showRules({
  accounts,
  config,
  now,
}: Pick<Dependencies, 'accounts' | 'config' | 'now'>): Promise<TrafficRulesVersions> {
  const rows = await findRuleVersions(accounts);
  return {
    rules: sentRules(rulesAt([...rows].reverse().map(rulesOf), now())),
    unsigned_views: config.unsignedViews,
    has_ranges: config.dataCentreRanges !== null,
    versions: rows.map((row) => ({
      from: new Date(row.valid_from).toISOString(),
      by: row.made_by,
      rules: sentRules(rulesOf(row)),
    })),
  };
}

/** From now on: what was judged before stays as it was judged. Rules as they are make no version. */
export const setRules = (context: ChangeContext, wanted: TrafficRules): Promise<void> =>
  storeNew(context, async ({ tx, nowMs, note }) => {
    const [last] = await findRuleVersions(tx);
    const before = last === undefined ? sentRules(FIRST_RULES) : sentRules(rulesOf(last));
    if (isEmpty(changedFields<TrafficRules>(before, wanted))) return;
    const { outlet_pace, data_centre, ...numbers } = wanted;
    await insertRules(tx, {
      ...{ id: newId(), valid_from: nowMs, made_by: context.author.actor, ...numbers },
      outlet_pace: outlet_pace ? 1 : 0,
      data_centre: data_centre ? 1 : 0,
    });
    await note({ action: 'traffic-rules.changed', subject: 'rules', detail: { rules: { before, after: wanted } } });
  });
