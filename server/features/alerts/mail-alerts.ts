import { isQuiet, MAIL_EVERY_MS } from '#domain/alert-rules.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { instantWords } from '#domain/instant-words.ts';
import { minuteOfDay } from '#domain/zoned-day.ts';
import { grouped } from '../../lib/grouped.ts';
import { isMuted, readRules } from './alert-settings.ts';
import type { AlertsNeed } from './alerts-need.ts';
import {
  type AlertRow,
  findAllQuiet,
  findAllRules,
  findReceivers,
  findUnmailed,
  type QuietRow,
  setMailed,
  storeRuleMailed,
} from './alerts-queries.ts';

/** A mail delayed by more than this, by quiet hours or an earlier mail, says when its alerts began. */
const PUT_OFF_MS = 5 * MINUTE_MS;
/** The most names that a mail lists. */
const MOST_NAMES = 20;
/** The most alerts in one mail. On a day with many failures, the linked list has all of them. */
const MOST_ALERTS = 25;

/**
 * Mails alerts that began and are still active. Sends at most one mail an hour for each rule of an organization, and
 * none in its quiet hours. Delayed alerts are in the next mail; alerts that ended meanwhile are in none.
 */
export async function mailAlerts({ accounts, config, mail }: AlertsNeed, nowMs: number): Promise<void> {
  const unmailed = await findUnmailed(accounts);
  if (unmailed.length === 0) return;
  const [rules, quiet] = await Promise.all([findAllRules(accounts), findAllQuiet(accounts)]);
  const { rowOf } = readRules(rules);
  const groups = grouped(unmailed, ({ customer_id: customer, rule }) => `${customer ?? ''}/${rule}`);
  for (const alerts of groups.values()) {
    const [{ customer_id: customer, rule: name }] = alerts as [AlertRow, ...AlertRow[]];
    const rule = rowOf(customer ?? '', name);
    const ids = alerts.map(({ id }) => id);
    if (rule.mails === 0) {
      await setMailed(accounts, ids, nowMs);
      continue;
    }
    const hours = quiet.find(({ organisation }) => organisation === rule.organisation);
    if (isMuted(rule, nowMs) || isQuietNow(hours, nowMs) || nowMs - rule.mailed_at < MAIL_EVERY_MS) continue;
    const content = contentOf(alerts, { nowMs, timeZone: hours?.time_zone ?? config.networkTimeZone });
    await accounts.transaction().execute(async (tx) => {
      // Another process has already mailed these.
      if ((await setMailed(tx, ids, nowMs)) === 0) return;
      await storeRuleMailed(tx, rule, nowMs);
      for (const to of await findReceivers(tx, rule.organisation))
        await mail.send(tx, { to, kind: 'alert', ...content });
    });
  }
}

function isQuietNow(hours: QuietRow | undefined, nowMs: number): boolean {
  if (hours === undefined) return false;
  const minute = minuteOfDay(nowMs, hours.time_zone);
  return isQuiet(minute, { from: hours.from_minute, to: hours.to_minute });
}

type Told = { readonly nowMs: number; readonly timeZone: string };

function contentOf(alerts: readonly AlertRow[], told: Told) {
  const [first] = alerts;
  const heading = alerts.length === 1 ? (first?.title ?? '') : `${alerts.length} alerts`;
  const left = alerts.length - MOST_ALERTS;
  return {
    subject: alerts.length === 1 ? heading : `${heading}: ${first?.title}`,
    content: {
      heading,
      paragraphs: [
        ...alerts.slice(0, MOST_ALERTS).map((alert) => sentenceOf(alert, told)),
        ...(left > 0 ? [`And ${left} more: Alerts lists all of them.`] : []),
      ],
      action: { label: 'Look at it', path: alerts.length === 1 ? (first?.path ?? '/app/alerts') : '/app/alerts' },
      note: 'At most one mail an hour for each kind of alert. What is told, and when, is set under Alerts.',
    },
  };
}

function sentenceOf({ affected, raised_at: raisedMs, title }: AlertRow, { nowMs, timeZone }: Told): string {
  const since = nowMs - raisedMs < PUT_OFF_MS ? '' : ` Since ${instantWords(raisedMs, timeZone)}.`;
  const names = (JSON.parse(affected) as { name: string }[]).map(({ name }) => name);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const isNamed = names.length < 2 && names.every((name) => title.includes(name));
  return isNamed ? `${title}.${since}` : `${title}: ${names.slice(0, MOST_NAMES).join(', ')}${more}.${since}`;
}
