import { readNotifications } from '#contract/notifications.ts';
import { request } from './api-client.ts';

/** Query key prefix of all notification queries. */
export const NOTIFICATIONS_KEY = ['notifications'] as const;

/** Marks a notification as read, or all of them. The request continues if the user opens another page meanwhile. */
export const sendRead = (id?: string) =>
  request(readNotifications, { body: id === undefined ? {} : { id }, isLasting: true });
