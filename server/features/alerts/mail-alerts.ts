import { isQuiet, MAIL_EVERY_MS } from '#domain/alert-rules.ts';
import { minuteOfDay } from '#domain/zoned-day.ts';
import { isMuted, readRules } from './alert-settings.ts';
import type { AlertsNeed } from './alerts-need.ts';
import {
  type AlertRow,
  findAllQuiet,
  findAllRules,
  findReceivers,
  findUnmailed,
  type QuietRow,
  type RuleRow,
  setMailed,
  storeRuleMailed,
} from './alerts-queries.ts';

/** More names than that a mail does not list. */
const MOST_NAMES = 20;

/**
 * Mails what began and still lasts: one mail an hour for each rule of an organisation at most, none in its quiet hours. What
 * waits is in the next one; what ended meanwhile is in none.
 */
export async function mailAlerts({ accounts, mail }: AlertsNeed, nowMs: number): Promise<void> {
  const unmailed = await findUnmailed(accounts);
  if (unmailed.length === 0) return;
  const [rules, quiet] = await Promise.all([findAllRules(accounts), findAllQuiet(accounts)]);
  const { rowOf } = readRules(rules);
  const groups = new Map<RuleRow, AlertRow[]>();
  const rowByKey = new Map<string, RuleRow>();
  for (const alert of unmailed) {
    const organisation = alert.customer_id ?? '';
    const key = `${organisation}/${alert.rule}`;
    const row = rowByKey.get(key) ?? rowOf(organisation, alert.rule);
    rowByKey.set(key, row);
    const group = groups.get(row);
    if (group === undefined) groups.set(row, [alert]);
    else group.push(alert);
  }
  for (const [rule, alerts] of groups) {
    const ids = alerts.map(({ id }) => id);
    if (rule.mails === 0) {
      await setMailed(accounts, ids, nowMs);
      continue;
    }
    const hours = quiet.find(({ organisation }) => organisation === rule.organisation);
    if (isMuted(rule, nowMs) || isQuietNow(hours, nowMs) || nowMs - rule.mailed_at < MAIL_EVERY_MS) continue;
    await accounts.transaction().execute(async (tx) => {
      // Another process that mails the same finds nothing left.
      if ((await setMailed(tx, ids, nowMs)) === 0) return;
      await storeRuleMailed(tx, rule, nowMs);
      for (const to of await findReceivers(tx, rule.organisation))
        await mail.send(tx, { to, kind: 'alert', ...contentOf(alerts) });
    });
  }
}

function isQuietNow(hours: QuietRow | undefined, nowMs: number): boolean {
  if (hours === undefined) return false;
  const minute = minuteOfDay(nowMs, hours.time_zone);
  return isQuiet(minute, { from: hours.from_minute, to: hours.to_minute });
}

function contentOf(alerts: readonly AlertRow[]) {
  const [first] = alerts;
  const subject = alerts.length === 1 ? (first?.title ?? '') : `${alerts.length} alerts: ${first?.title}`;
  return {
    subject,
    content: {
      heading: alerts.length === 1 ? (first?.title ?? '') : `${alerts.length} alerts`,
      paragraphs: alerts.map(({ title, affected }) => {
        const names = (JSON.parse(affected) as { name: string }[]).map(({ name }) => name);
        const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
        return names.length === 0 ? `${title}.` : `${title}: ${names.slice(0, MOST_NAMES).join(', ')}${more}.`;
      }),
      action: { label: 'Look at it', path: alerts.length === 1 ? (first?.path ?? '/app/alerts') : '/app/alerts' },
      note: 'At most one mail an hour for each kind of alert. What is told, and when, is set under Alerts.',
    },
  };
}
