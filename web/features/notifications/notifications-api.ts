import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getNotificationChoices,
  listNotifications,
  type NotificationKind,
  setNotificationChoice,
} from '#contract/notifications.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import { NOTIFICATIONS_KEY } from '../../lib/read-notifications-api.ts';
import type { TableSearch } from '../../lib/table-search.ts';

export const notificationsQuery = ({ cursor }: TableSearch) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, 'list', cursor ?? ''] as const,
    queryFn: ({ signal }) => request(listNotifications, { query: cursor === undefined ? {} : { cursor }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });

export const choicesQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'choices'] as const,
  queryFn: ({ signal }) => request(getNotificationChoices, { signal }),
  staleTime: 0,
  meta: { errors: 'part' },
});

export const saveChoice = (body: { kind: NotificationKind; in_app?: boolean; mail?: boolean }) =>
  request(setNotificationChoice, { body });
