import type { OutboxEntry } from '#contract/outbox.ts';
import { type Status, StatusBadge } from '../../ui/status-badge.tsx';

/** The word and look for each mail status. */
const LOOKS: Readonly<Record<OutboxEntry['status'], { word: string; look: Status }>> = {
  sent: { word: 'Delivered', look: 'online' },
  queued: { word: 'On its way', look: 'late' },
  failed: { word: 'Failed', look: 'offline' },
  held: { word: 'Kept here', look: 'never' },
};

export const MAIL_STATUS_CHOICES = Object.entries(LOOKS).map(([value, { word }]) => ({ value, label: word }));

export function MailStatus({ status }: { status: OutboxEntry['status'] }) {
  const { word, look } = LOOKS[status];
  return <StatusBadge status={look} word={word} />;
}
