/** Texts of `notifications-page.tsx`. */
export const notificationsPageStrings = {
  title: 'Notifications',
  context: 'Decisions and events that concern you',
  recent: 'Recent',
  recentContext: 'Newest first, from the last 90 days',
  emptyTitle: 'No notifications yet',
  empty: 'Decisions about your flights, disputes, documents and payouts appear here.',
  notLoaded: 'The notifications could not be loaded.',
  unread: 'New',
  markRead: 'Mark as read',
  markReadNamed: 'Mark as read: {title}',
  markAllRead: 'Mark all as read',
  older: 'Older notifications',
} as const;

/** Texts of `choices-panel.tsx`. */
export const choicesPanelStrings = {
  title: 'What you get',
  context: 'Changes are saved immediately and apply only to you',
  caption: 'How you are notified about each kind of event',
  event: 'Event',
  inApp: 'In the app',
  email: 'Email',
  choiceLabel: '{channel}: {kind}',
  emailOnly: 'Email only',
  underAlerts: 'Under Alerts',
  always: 'Always',
  saved: 'Notifications saved.',
  notLoaded: 'Your choices could not be loaded.',
  demo: 'Demo accounts can’t change their notifications.',
} as const;
