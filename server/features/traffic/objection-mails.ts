import type { InvalidReason } from '#contract/ingest.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { dayInWords } from '#domain/report-period.ts';
import type { MailOrder } from '../../mail/mail.ts';

type Disputed = { readonly day: string; readonly reason: InvalidReason; readonly outlet: string };

const factsOf = ({ day, reason, outlet }: Disputed) => [
  { label: 'Outlet', value: outlet },
  { label: 'Day', value: dayInWords(day) },
  { label: 'Reason', value: REASON_WORDS[reason] },
];

/** Builds the mail to an administrator about a new objection. */
export function objectionMail(to: string, raised: Disputed & { readonly words: string }): MailOrder {
  const subject = 'A customer disputes invalid traffic';
  return {
    to,
    kind: 'objection-raised',
    subject,
    content: {
      heading: subject,
      paragraphs: ['A customer says that these events are valid. Accept or decline the dispute.', raised.words],
      facts: factsOf(raised),
      action: { label: 'Review dispute', path: '/admin/traffic' },
    },
  };
}

/** Builds the mail to the objection's author about the decision. */
export function decisionMail(
  to: string,
  objection: Disputed,
  { state, answer }: { readonly state: 'accepted' | 'declined'; readonly answer: string },
): MailOrder {
  const subject = state === 'accepted' ? 'Your dispute was accepted' : 'Your dispute was declined';
  const text =
    state === 'accepted'
      ? 'The amount that these events would have earned was credited to both sides. The administrator wrote:'
      : 'The events stay invalid. The administrator wrote:';
  return {
    to,
    kind: `objection-${state}`,
    subject,
    content: {
      heading: subject,
      paragraphs: [text, answer],
      facts: factsOf(objection),
      action: { label: 'View disputes', path: '/app/traffic' },
    },
  };
}
