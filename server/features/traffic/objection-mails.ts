import type { InvalidReason } from '#contract/ingest.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { dayInWords } from '#domain/report-period.ts';
import type { News } from '../../notifications/notify.ts';

type Disputed = { readonly day: string; readonly reason: InvalidReason; readonly outlet: string };

const factsOf = ({ day, reason, outlet }: Disputed) => [
  { label: 'Outlet', value: outlet },
  { label: 'Day', value: dayInWords(day) },
  { label: 'Reason', value: REASON_WORDS[reason] },
];

/** Returns what administrators are notified about when a customer disputes. */
export const objectionNews = (id: string, raised: Disputed & { readonly words: string }): News => ({
  kind: 'dispute_raised',
  mailKind: 'objection-raised',
  cause: `dispute/${id}`,
  customerId: null,
  title: 'A customer disputes invalid traffic',
  detail: raised.outlet,
  content: {
    paragraphs: ['A customer says that these events are valid. Accept or decline the dispute.', raised.words],
    facts: factsOf(raised),
    action: { label: 'Review dispute', path: '/admin/traffic' },
  },
});

/** Returns what a customer is notified about when its dispute is decided. */
export const decisionNews = (
  objection: Disputed & { readonly id: string; readonly customer_id: string },
  { state, answer }: { readonly state: 'accepted' | 'declined'; readonly answer: string },
): News => ({
  kind: 'dispute_decided',
  mailKind: `objection-${state}`,
  cause: `dispute-decided/${objection.id}`,
  customerId: objection.customer_id,
  title: state === 'accepted' ? 'Your dispute was accepted' : 'Your dispute was declined',
  detail: answer,
  content: {
    paragraphs: [
      state === 'accepted'
        ? 'The amount that these events would have earned was credited to both sides. The administrator wrote:'
        : 'The events stay invalid. The administrator wrote:',
      answer,
    ],
    facts: factsOf(objection),
    action: { label: 'View disputes', path: '/app/traffic' },
  },
});
