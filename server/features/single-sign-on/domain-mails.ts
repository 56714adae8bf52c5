import type { MailOrder } from '../../mail/mail.ts';
import type { DomainRow } from './single-sign-on-queries.ts';

const MAILS = {
  missing: {
    subject: 'The DNS record of your email domain is missing',
    text: 'The TXT record that verifies your email domain was not found. Add it again within 7 days. After that, the domain is no longer verified, and people with an address there can sign in with passwords again.',
  },
  lapsed: {
    subject: 'Your email domain is no longer verified',
    text: 'The TXT record that verifies your email domain was missing for 7 days, so the domain is no longer verified. Single sign-on is no longer required, and passwords work again. To verify the domain again, add the record and check it.',
  },
} as const;
export type DomainMail = keyof typeof MAILS;

/** Builds the mail to an organization's manager about the DNS record of its domain. */
export function domainMail(
  kind: DomainMail,
  { to, row, record }: { to: string; row: Pick<DomainRow, 'domain'>; record: { name: string; value: string } },
): MailOrder {
  const { subject, text } = MAILS[kind];
  const facts = [
    { label: 'Domain', value: row.domain },
    { label: 'Record', value: record.name },
    { label: 'Value', value: record.value },
  ];
  return {
    to,
    kind: `domain-${kind}`,
    subject,
    content: {
      heading: subject,
      paragraphs: [text],
      facts,
      action: { label: 'Single sign-on', path: '/app/single-sign-on' },
    },
  };
}
