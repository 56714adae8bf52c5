import { createRoute, redirect } from '@tanstack/react-router';
import {
  AUDIT_SORTS,
  CUSTOMER_SORTS,
  MAIL_SORTS,
  MAIL_STATUSES,
  MESSAGE_FOLDERS,
  MESSAGE_SORTS,
  OUTLET_SORTS,
  OUTLET_STATES,
  USER_ROLES,
  USER_SORTS,
  USER_STATUSES,
} from '#contract/table-choices.ts';
import { type TableSearch, tableSearchOf } from '../../lib/table-search.ts';
import { requireAdmin, requireOutboxReader } from '../guards.ts';
import { lazyPage } from '../lazy-page.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from './root-route.ts';

/** The frame below /admin; who is no administrator is led to the main screen. */
const adminShellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.admin,
  beforeLoad: ({ location: { pathname, href } }) =>
    pathname === PATHS.adminMail ? requireOutboxReader(href) : requireAdmin(href),
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.adminUsers, replace: true });
  },
});

const usersRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'users',
  validateSearch: (search): TableSearch =>
    tableSearchOf(search, {
      sorts: USER_SORTS,
      filters: { role: USER_ROLES, status: USER_STATUSES, cid: 'text', show: 'text', edit: 'text' },
    }),
  component: lazyPage(() => import('../../features/users/users-page.tsx'), 'UsersPage'),
  staticData: { title: 'Users' },
});

const auditRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'audit',
  validateSearch: (search): TableSearch =>
    tableSearchOf(search, { sorts: AUDIT_SORTS, filters: { action: 'text', from: 'text', to: 'text' } }),
  component: lazyPage(() => import('../../features/audit/audit-page.tsx'), 'AuditPage'),
  staticData: { title: 'Audit log' },
});

const messagesRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'messages',
  validateSearch: (search): TableSearch =>
    tableSearchOf(search, { sorts: MESSAGE_SORTS, filters: { folder: MESSAGE_FOLDERS, open: 'text' } }),
  component: lazyPage(() => import('../../features/contact/messages-page.tsx'), 'MessagesPage'),
  staticData: { title: 'Messages' },
});

const mailRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'mail',
  validateSearch: (search): TableSearch =>
    tableSearchOf(search, { sorts: MAIL_SORTS, filters: { status: MAIL_STATUSES, open: 'text' } }),
  component: lazyPage(() => import('../../features/outbox/outbox-page.tsx'), 'OutboxPage'),
  staticData: { title: 'Mail' },
});

const customersRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'customers',
  validateSearch: (search): TableSearch =>
    tableSearchOf(search, {
      sorts: CUSTOMER_SORTS,
      filters: { kind: ['property', 'advertiser'], status: ['retired'], open: 'text' },
    }),
  component: lazyPage(() => import('../../features/network/customers-page.tsx'), 'CustomersPage'),
  staticData: { title: 'Customers' },
});

const outletsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'outlets',
  validateSearch: (search): TableSearch =>
    tableSearchOf(search, {
      sorts: OUTLET_SORTS,
      filters: { state: OUTLET_STATES, type: 'text', customer_id: 'text', open: 'text' },
    }),
  component: lazyPage(() => import('../../features/network/outlets-page.tsx'), 'OutletsPage'),
  staticData: { title: 'Outlets' },
});

const unknownAdminRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: PATHS.admin, replace: true });
  },
});

/** Screens for administrators. */
export const adminRoutes = [
  adminShellRoute.addChildren([
    adminIndexRoute,
    usersRoute,
    customersRoute,
    outletsRoute,
    auditRoute,
    messagesRoute,
    mailRoute,
    unknownAdminRoute,
  ]),
] as const;
