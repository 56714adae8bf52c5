import type { OutboxEntry } from '#contract/outbox.ts';
import { type Status, StatusBadge } from '../../ui/status-badge.tsx';
import { mailStatusStrings as strings } from './outbox-strings.ts';

/** The word and look for each mail status. */
const LOOKS: Readonly<Record<OutboxEntry['status'], { word: string; look: Status }>> = {
  sent: { word: strings.delivered, look: 'online' },
  queued: { word: strings.queued, look: 'late' },
  failed: { word: strings.failed, look: 'offline' },
  held: { word: strings.notSent, look: 'never' },
};

export const MAIL_STATUS_CHOICES = Object.entries(LOOKS).map(([value, { word }]) => ({ value, label: word }));

export function MailStatus({ status }: { status: OutboxEntry['status'] }) {
  const { word, look } = LOOKS[status];
  return <StatusBadge status={look} word={word} />;
}
