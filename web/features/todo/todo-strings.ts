/** Texts of `todo-page.tsx`. */
export const todoPageStrings = {
  title: 'To do',
  context: 'Everything that waits for you, the oldest first in each group',
  emptyTitle: 'Nothing waits for you',
  emptyText: 'Decisions, disputes, overdue invoices, alerts and news appear here.',
  notLoaded: 'The list could not be loaded.',
  groupNotLoaded: 'This part could not be loaded. The other parts are complete.',
  tryAgain: 'Try again',
  more: 'Show all {count}',
  since: 'Since {since}',
  acknowledge: 'Acknowledge',
  acknowledgeOne: 'Acknowledge: {name}',
  acknowledged: 'Acknowledged.',
  unacknowledged: 'Not acknowledged anymore.',
  markRead: 'Mark as read',
  markReadOne: 'Mark as read: {name}',
  markedRead: 'Marked as read.',
} as const;
