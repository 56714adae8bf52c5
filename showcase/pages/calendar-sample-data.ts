import type { CalendarEvent } from './mini-calendar.tsx';

/** Four events of the current month. */
export const CALENDAR_EVENTS: readonly CalendarEvent[] = [
  { day: 2, title: 'Venue opening', info: 'Ten outlets go live at the harbour terminal.', tone: 'success' },
  { day: 5, title: 'Product documentation', info: '', tone: 'danger', link: '/documentation' },
  { day: 18, title: 'Campaign review', info: 'Figures of the spring flights with the sponsors.', tone: 'primary' },
  { day: 29, title: 'Maintenance window', info: 'Firmware of the older outlets, from 2 to 4 a.m.', tone: 'info' },
];
