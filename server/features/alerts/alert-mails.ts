import { counted } from '#domain/counted.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { instantWords } from '#domain/instant-words.ts';
import { grouped } from '../../lib/grouped.ts';
import type { MailOrder } from '../../mail/mail.ts';
import type { AlertRow } from './alerts-queries.ts';

/** If quiet hours or an earlier mail delayed a mail by more than this, it says when undated problems were found. */
const PUT_OFF_MS = 5 * MINUTE_MS;
/** Maximum number of names in a mail. */
const MOST_NAMES = 20;
/** Maximum number of alerts in one mail. On a day with many failures, the linked list has all of them. */
const MOST_ALERTS = 25;

const ALERT = { one: 'alert', other: 'alerts' };

type Told = { readonly nowMs: number; readonly timeZone: string };

/** Builds the mail about the alerts of one rule, with one paragraph per venue. */
export function alertMail(alerts: readonly AlertRow[], told: Told): Pick<MailOrder, 'subject' | 'content'> {
  const [first] = alerts;
  const heading = alerts.length === 1 ? (first?.title ?? '') : counted(alerts.length, ALERT);
  const left = alerts.length - MOST_ALERTS;
  return {
    subject: alerts.length === 1 ? heading : `${heading}: ${first?.title}`,
    content: {
      heading,
      paragraphs: [
        ...[...grouped(alerts.slice(0, MOST_ALERTS), ({ id, venue_id: venueId }) => venueId ?? id).values()].map(
          (together) => together.map((alert) => sentenceOf(alert, told)).join(' '),
        ),
        ...(left > 0 ? [`The Alerts page lists ${left} more.`] : []),
      ],
      action:
        alerts.length === 1
          ? { label: 'View details', path: first?.path ?? '/app/alerts' }
          : { label: 'View alerts', path: '/app/alerts' },
      note: 'You get at most one email an hour for each type of alert. To change your notifications, go to Alerts.',
    },
  };
}

function sentenceOf(alert: AlertRow, { nowMs, timeZone }: Told): string {
  const { affected, raised_at: raisedMs, since_at: sinceMs, title } = alert;
  const found = nowMs - raisedMs < PUT_OFF_MS ? '' : ` Found ${instantWords(raisedMs, timeZone)}.`;
  const since = sinceMs === null ? found : ` Since ${instantWords(sinceMs, timeZone)}.`;
  const names = (JSON.parse(affected) as { name: string }[]).map(({ name }) => name);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const isNamed = names.length < 2 && names.every((name) => title.includes(name));
  return isNamed ? `${title}.${since}` : `${title}: ${names.slice(0, MOST_NAMES).join(', ')}${more}.${since}`;
}
