import { DUNNING_WORDS, type DunningLevel, nextDunningLevel } from '#domain/dunning.ts';
import { DAY_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { dayInWords } from '#domain/report-period.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { numberText } from '../../billing/document-words.ts';
import { findOpen } from '../../billing/find-open.ts';
import { type SettledDocument, settleCustomers, standingIn } from '../../billing/settle-customers.ts';
import { centsMoney } from '../../billing/shown-money.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type News, notify } from '../../notifications/notify.ts';
import { findBillingEmail, findLastReminders, noteReminder } from './reminders-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;
type Reminder = { readonly level: DunningLevel; readonly at: number };

/**
 * Sends the payment reminders that are due: one per invoice and level (docs/business-rules.md#payment-reminders). What
 * is open is computed in the transaction that stores the reminder, so that no reminder follows a recorded payment.
 */
export async function sendReminders(needs: Needs): Promise<void> {
  const { accounts, config, now } = needs;
  if (config.dunningDays.length === 0) return;
  const late = (await findOpen(accounts, 'invoice', now())).filter(({ overdue }) => overdue > 0);
  for (const { customer } of late) await accounts.transaction().execute((tx) => remindCustomer(needs, tx, customer.id));
}

async function remindCustomer({ config, mail, now }: Needs, tx: AccountsDb, customerId: string): Promise<void> {
  const nowMs = now();
  const { documents } = standingIn(await settleCustomers(tx, [customerId], nowMs), customerId);
  const overdue = documents.filter(({ isOverdue }) => isOverdue);
  const last = await findLastReminders(
    tx,
    overdue.map(({ id }) => id),
  );
  const dayOf = (ms: number): number => Date.parse(wallClock(ms, config.networkTimeZone).date) / DAY_MS;
  for (const invoice of overdue) {
    const before = last.get(invoice.id);
    const level = nextDunningLevel(config.dunningDays, {
      daysLate: dayOf(nowMs) - dayOf(invoice.due_at ?? nowMs),
      last: before?.level ?? 0,
      daysSinceLast: dayOf(nowMs) - dayOf(before?.sent_at ?? 0),
    });
    if (level === null || !(await noteReminder(tx, { document_id: invoice.id, level, sent_at: nowMs }))) continue;
    const news = reminderNews(invoice, level, config);
    await notify(tx, { mail, now }, news);
    // In a public demo, any visitor can enter an address.
    const billed = config.demo ? null : emailKey(await findBillingEmail(tx, customerId));
    if (billed === null) continue;
    const { action: _, ...content } = news.content;
    await mail.send(tx, {
      to: billed,
      kind: news.kind,
      subject: news.title,
      content: { heading: news.title, ...content },
      about: { notification: news.kind, customerId },
    });
  }
}

function reminderNews(
  invoice: SettledDocument,
  level: DunningLevel,
  { currency, networkTimeZone }: Needs['config'],
): News {
  const { id, kind, number, customer_id: customerId, due_at: dueAt, open } = invoice;
  const { title, text } = DUNNING_WORDS[level];
  const name = `Invoice ${numberText(kind, number)}`;
  return {
    kind: 'invoice_overdue',
    cause: `reminder/${id}/${level}`,
    customerId,
    title: `${title}: ${name}`,
    detail: `${centsMoney(open, currency)} is overdue`,
    content: {
      paragraphs: [text],
      facts: [
        { label: 'Invoice', value: numberText(kind, number) },
        { label: 'Open amount', value: centsMoney(open, currency) },
        ...(dueAt === null ? [] : [{ label: 'Due on', value: dayInWords(wallClock(dueAt, networkTimeZone).date) }]),
      ],
      action: { label: 'View invoice', path: `/app/documents?open=${id}` },
    },
  };
}

/** Finds the highest reminder of each customer's overdue invoices. Customers without one are not in the result. */
export async function findReminders(
  accounts: AccountsDb,
  customerIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, Reminder>> {
  const standings = await settleCustomers(accounts, customerIds, nowMs);
  const overdue = [...standings.values()].flatMap(({ documents }) => documents.filter(({ isOverdue }) => isOverdue));
  const rows = await findLastReminders(
    accounts,
    overdue.map(({ id }) => id),
  );
  const highest = new Map<string, Reminder>();
  for (const { id, customer_id: customerId } of overdue) {
    const row = rows.get(id);
    if (row === undefined || row.level <= (highest.get(customerId)?.level ?? 0)) continue;
    highest.set(customerId, { level: row.level as DunningLevel, at: row.sent_at });
  }
  return highest;
}
