import { createRoute, redirect } from '@tanstack/react-router';
import {
  ADJUSTMENT_SORTS,
  ADVICE,
  AUDIT_SORTS,
  CUSTOMER_SORTS,
  MAIL_SORTS,
  MAIL_STATUSES,
  MESSAGE_FOLDERS,
  MESSAGE_SORTS,
  OUTLET_SORTS,
  OUTLET_STATUSES,
  PAYMENT_SORTS,
  PAYMENT_STATES,
  PROFIT_RANGES,
  PROFIT_SORTS,
  REFUND_SORTS,
  REFUND_STATES,
  REVIEW_SORTS,
  RUN_CAMPAIGN_SORTS,
  RUN_SORTS,
  RUN_STATES,
  USER_ROLES,
  USER_SORTS,
  USER_STATUSES,
} from '#contract/table-choices.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { readTrafficSearch } from '../../features/traffic/traffic-search.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { ROW_ID, tableSearch, upTo } from '../../lib/table-search.ts';
import { adminRoutesStrings as strings } from '../app-strings.ts';
import { requireAdmin, requireOutboxReader } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { CAMPAIGN_FILTERS, FLIGHTS_SEARCH, formSearch } from './campaign-routes.ts';
import { rootRoute } from './root-route.ts';

/** The shell below /admin. Redirects users who may not open it to the home page. */
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
  validateSearch: tableSearch({
    sorts: USER_SORTS,
    filters: {
      role: USER_ROLES,
      status: USER_STATUSES,
      cid: upTo(64),
      show: ROW_ID,
      edit: /^(new|import)$|^[0-9a-f-]{36}$/,
    },
  }),
  component: lazyPage(() => import('../../features/users/users-page.tsx'), 'UsersPage'),
  staticData: { title: strings.users },
});

const auditRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'audit',
  validateSearch: tableSearch({
    sorts: AUDIT_SORTS,
    filters: { action: /^[a-z-]{1,40}(\.[a-z-]{1,39})?$/, from: isCalendarDate, to: isCalendarDate },
  }),
  component: lazyPage(() => import('../../features/audit/audit-page.tsx'), 'AuditPage'),
  staticData: { title: strings.auditLog },
});

const messagesRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'messages',
  validateSearch: tableSearch({ sorts: MESSAGE_SORTS, filters: { folder: MESSAGE_FOLDERS, open: ROW_ID } }),
  component: lazyPage(() => import('../../features/contact/messages-page.tsx'), 'MessagesPage'),
  staticData: { title: strings.messages },
});

const mailRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'mail',
  validateSearch: tableSearch({ sorts: MAIL_SORTS, filters: { status: MAIL_STATUSES, open: ROW_ID } }),
  component: lazyPage(() => import('../../features/outbox/outbox-page.tsx'), 'OutboxPage'),
  staticData: { title: strings.mail },
});

const customersRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'customers',
  validateSearch: tableSearch({
    sorts: CUSTOMER_SORTS,
    filters: { kind: ['property', 'advertiser'], status: ['retired'], open: ROW_ID, form: upTo(60) },
  }),
  component: lazyPage(() => import('../../features/network/customers-page.tsx'), 'CustomersPage'),
  staticData: { title: strings.customers },
});

const outletsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'outlets',
  validateSearch: tableSearch({
    sorts: OUTLET_SORTS,
    filters: { status: OUTLET_STATUSES, venue_type: upTo(60), customer_id: ROW_ID, open: ROW_ID, form: upTo(60) },
    formerly: { status: 'state', venue_type: 'type' },
  }),
  component: lazyPage(() => import('../../features/network/outlets-page.tsx'), 'OutletsPage'),
  staticData: { title: strings.outlets },
});

const campaignsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'campaigns',
  validateSearch: tableSearch({
    sorts: RUN_CAMPAIGN_SORTS,
    filters: { ...CAMPAIGN_FILTERS, cid: ROW_ID, form: ['import'] },
  }),
  component: lazyPage(() => import('../../features/campaigns/campaigns-page.tsx'), 'AdminCampaignsPage'),
  staticData: { title: strings.campaigns },
});

const reviewsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'campaigns/reviews',
  validateSearch: tableSearch({ sorts: REVIEW_SORTS }),
  component: lazyPage(() => import('../../features/campaigns/reviews-page.tsx'), 'ReviewsPage'),
  staticData: { title: strings.reviewQueue },
});

const ratesRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'campaigns/rates',
  validateSearch: tableSearch({ sorts: 'later' }),
  component: lazyPage(() => import('../../features/campaigns/rates-page.tsx'), 'RatesPage'),
  staticData: { title: strings.rateCard },
});

const campaignFormRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'campaigns/form',
  validateSearch: formSearch,
  component: lazyPage(() => import('../../features/campaigns/flight-form-page.tsx'), 'FlightFormPage'),
  staticData: { title: strings.campaignForm },
});

const campaignRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'campaigns/$campaign',
  validateSearch: FLIGHTS_SEARCH,
  component: lazyPage(() => import('../../features/campaigns/campaign-page.tsx'), 'CampaignPage'),
  staticData: { title: strings.campaign },
});

const flightRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'campaigns/flight/$flight',
  component: lazyPage(() => import('../../features/campaigns/flight-page.tsx'), 'FlightPage'),
  staticData: { title: strings.flight },
});

const trafficRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'traffic',
  validateSearch: readTrafficSearch,
  component: lazyPage(() => import('../../features/traffic/traffic-page.tsx'), 'AdminTrafficPage'),
  staticData: { title: strings.invalidTraffic },
});

const todoRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'todo',
  component: lazyPage(() => import('../../features/todo/todo-page.tsx'), 'TodoPage'),
  staticData: { title: strings.todo },
});

const moneyPage = lazyPage(() => import('../../features/money/money-page.tsx'), 'MoneyPage');

const moneyRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money',
  component: moneyPage,
  staticData: { title: strings.money },
});

const receivablesRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money/receivables',
  validateSearch: tableSearch({
    sorts: PAYMENT_SORTS,
    filters: { state: PAYMENT_STATES },
    also: { due: { sorts: 'later' } },
  }),
  component: moneyPage,
  staticData: { title: strings.receivables },
});

const payoutsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money/payouts',
  validateSearch: tableSearch({
    sorts: RUN_SORTS,
    filters: { run: ROW_ID, state: RUN_STATES },
    also: {
      of: { sorts: [] },
      skipped: { sorts: 'later' },
      credit: { sorts: 'later' },
      refunds: { sorts: REFUND_SORTS, filters: { state: REFUND_STATES } },
    },
  }),
  component: moneyPage,
  staticData: { title: strings.payouts },
});

const monthsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money/months',
  validateSearch: tableSearch({ sorts: 'later' }),
  component: moneyPage,
  staticData: { title: strings.months },
});

const adjustmentsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money/adjustments',
  validateSearch: tableSearch({ sorts: ADJUSTMENT_SORTS }),
  component: moneyPage,
  staticData: { title: strings.adjustments },
});

const moneyAccountsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money/accounts',
  validateSearch: tableSearch({ sorts: [] }),
  component: moneyPage,
  staticData: { title: strings.moneyAccounts },
});

const settingsRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'settings',
  component: lazyPage(() => import('../../features/settings/settings-page.tsx'), 'SettingsPage'),
  staticData: { title: strings.network },
});

const letterheadRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'letterhead',
  component: lazyPage(() => import('../../features/letterhead/letterhead-page.tsx'), 'LetterheadPage'),
  staticData: { title: strings.letterhead },
});

const trialRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'money/trial',
  component: lazyPage(() => import('../../features/trial/trial-page.tsx'), 'TrialPage'),
  staticData: { title: strings.contractTrial },
});

const profitRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'profit',
  validateSearch: tableSearch({ sorts: PROFIT_SORTS, filters: { advice: ADVICE, range: PROFIT_RANGES } }),
  component: lazyPage(() => import('../../features/profit/profit-page.tsx'), 'ProfitPage'),
  staticData: { title: strings.outletProfit },
});

const healthRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: 'health',
  component: lazyPage(() => import('../../features/health/health-page.tsx'), 'HealthPage'),
  staticData: { title: strings.health },
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
    campaignsRoute,
    reviewsRoute,
    ratesRoute,
    campaignFormRoute,
    campaignRoute,
    flightRoute,
    trafficRoute,
    todoRoute,
    moneyRoute,
    receivablesRoute,
    payoutsRoute,
    monthsRoute,
    adjustmentsRoute,
    moneyAccountsRoute,
    profitRoute,
    letterheadRoute,
    settingsRoute,
    trialRoute,
    healthRoute,
    auditRoute,
    messagesRoute,
    mailRoute,
    unknownAdminRoute,
  ]),
] as const;
