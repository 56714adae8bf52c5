import { DAY_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { dayInWords } from '#domain/report-period.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { monthInWords, numberText, titleOf, titleText } from '../../billing/document-words.ts';
import type { DocumentRow } from '../../billing/drafts-queries.ts';
import { drawApart } from '../../billing/draw-apart.ts';
import { findLetterhead } from '../../billing/letterhead-queries.ts';
import { readLines } from '../../billing/printed-lines.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isDeliverable } from '../../mail/mail.ts';
import { findRecipients } from '../../notifications/notifications-queries.ts';
import { type News, notify } from '../../notifications/notify.ts';
import { shownCents } from '../../paper/shown-numbers.ts';
import { findUnmailedDocuments, noteDocumentMailed } from './documents-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;
type Unmailed = Awaited<ReturnType<typeof findUnmailedDocuments>>[number];

/** How long a final document counts as news, as an alert about it does. */
const NEWS_MS = 7 * DAY_MS;
const AT_ONCE = 20;

/**
 * Mails final documents that were not mailed yet, with their PDF: to the customer's users who chose so, and to its
 * billing address. A document and its mails are stored together, so each is mailed once. One process at a time runs
 * this, and a stopped run continues with the next.
 */
export async function mailDocuments(needs: Needs): Promise<void> {
  const { accounts, now } = needs;
  for (;;) {
    const documents = await findUnmailedDocuments(accounts, now() - NEWS_MS, AT_ONCE);
    for (const document of documents) await mailDocument(needs, document);
    if (documents.length < AT_ONCE) return;
  }
}

async function mailDocument(needs: Needs, document: Unmailed): Promise<void> {
  const { accounts, config, mail, now } = needs;
  const { id, customer_id: customerId, billing_email: billingEmail } = document;
  // In a public demo, any visitor can enter an address.
  const billed = config.demo ? null : emailKey(billingEmail);
  const attachment = (await isAnyDelivered(needs, customerId, billed)) ? await pdfOf(needs, document) : undefined;
  const { content, ...news } = newsOf(document, config, attachment !== undefined);
  await accounts.transaction().execute(async (tx) => {
    if (!(await noteDocumentMailed(tx, id, now()))) return;
    await notify(tx, { mail, now }, { ...news, content, ...(attachment === undefined ? {} : { attachment }) });
    if (billed === null) return;
    // The billing address may belong to no account, so its mail has no button.
    const { action: _, ...plain } = content;
    await mail.send(tx, {
      to: billed,
      kind: news.kind,
      subject: news.title,
      content: { heading: news.title, ...plain },
      about: { notification: news.kind, customerId },
      ...(attachment === undefined ? {} : { attachment: { ...attachment, reader: { billingOf: customerId } } }),
    });
  });
}

/** Returns whether a mail can reach anyone. Otherwise no file is drawn, which would stay in the outbox. */
async function isAnyDelivered({ accounts, mail }: Needs, customerId: string, billed: string | null): Promise<boolean> {
  if (!mail.isDelivered) return false;
  const people = await findRecipients(accounts, customerId);
  return [...people.map(({ email }) => email), ...(billed === null ? [] : [billed])].some(isDeliverable);
}

async function pdfOf({ accounts }: Needs, { billing_email: _, ...document }: Unmailed) {
  const { bytes, subject } = await drawFinal(accounts, document);
  return { name: `${subject}.pdf`, type: 'application/pdf', bytes };
}

function newsOf(document: Unmailed, { currency, networkTimeZone }: Needs['config'], hasFile: boolean): News {
  const { id, month, customer_id: customerId, total_cents: cents, due_at: dueAt } = document;
  const title = titleText(document);
  const amount = shownCents(BigInt(cents ?? 0), document.currency || currency);
  const isOwed = titleOf(document) === 'invoice' && dueAt !== null;
  return {
    kind: 'document_final',
    cause: `document/${id}`,
    customerId,
    title: `${title} of ${monthInWords(month)} is final`,
    detail: amount,
    content: {
      paragraphs: [
        `${title} of ${monthInWords(month)} is final and doesn’t change anymore.${hasFile ? ' The PDF is attached.' : ''}`,
      ],
      facts: [
        { label: 'Customer', value: document.customer_name },
        { label: 'Amount', value: amount },
        ...(isOwed ? [{ label: 'Due on', value: dayInWords(wallClock(dueAt, networkTimeZone).date) }] : []),
      ],
      action: { label: 'View document', path: `/app/documents?open=${id}` },
    },
  };
}

/**
 * Draws the PDF of a final document, for a download or a mail. Throws if the bytes differ from the original: no file is
 * better than another one.
 */
export async function drawFinal(
  accounts: AccountsDb,
  final: DocumentRow,
): Promise<{ readonly bytes: Buffer; readonly subject: string }> {
  const { number, total_cents: cents, final_at: at } = final;
  const document = { ...final, number: number ?? 0, total_cents: cents ?? 0, final_at: at ?? 0 };
  const { bytes, sha256 } = await drawApart(
    { document, lines: await readLines(accounts, final.id) },
    await findLetterhead(accounts, final.letterhead_id),
  );
  if (sha256 !== final.pdf_sha256) throw new Error(`${final.id} is not drawn as it was when it became final`);
  return { bytes, subject: numberText(document.kind, document.number) };
}
