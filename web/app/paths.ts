/** Every address of the web client (docs/specification.md#screens-and-routes). A screen that does not exist yet is not named. */
export const PATHS = {
  root: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  verifyEmail: '/verify-email',
  passwordReset: '/password-reset',
  sharedReport: '/shared-report',
  forbidden: '/403',
  failure: '/500',
  notFound: '/error',
  app: '/app',
  main: '/app/main',
  dashboard: '/app/main/dashboard',
  reports: '/app/reports',
  savedReports: '/app/saved-reports',
  search: '/app/extra/search',
  home: '/app/home',
  advertise: '/app/advertise',
  locate: '/app/locate',
  contact: '/app/contact',
  editProfile: '/app/edit_profile',
  password: '/app/password',
  apiTokens: '/app/api-tokens',
  colleagues: '/app/colleagues',
  campaigns: '/app/campaigns',
  outlets: '/app/outlets',
  alerts: '/app/alerts',
  creatives: '/app/creatives',
  traffic: '/app/traffic',
  documents: '/app/documents',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminAudit: '/admin/audit',
  adminCustomers: '/admin/customers',
  adminOutlets: '/admin/outlets',
  adminCampaigns: '/admin/campaigns',
  adminTraffic: '/admin/traffic',
  adminMoney: '/admin/money',
  adminMessages: '/admin/messages',
  adminMail: '/admin/mail',
} as const;

/** Where unknown addresses go: the sample dashboard, a page of the showroom. */
export const CATCH_ALL = '/app/main/visits';

/** The API's own readable description, outside the web client. */
export const API_DOCUMENTATION = '/docs';
