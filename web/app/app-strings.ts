/** Texts of `begin-at-login.tsx`. */
export const beginAtLoginStrings = {
  documentTitle: 'Login · Voltboard',
} as const;

/** Texts of `connection-banner.tsx`. */
export const connectionBannerStrings = {
  connectionLost: 'Connection lost. What you typed is kept. Trying again automatically.',
  tryNow: 'Try now',
} as const;

/** Texts of `error-catalogue.ts`. */
export const errorCatalogueStrings = {
  error: 'Error',
} as const;

/** Texts of `root.tsx`. */
export const rootStrings = {
  documentTitle: '{title} · Voltboard',
} as const;

/** Texts of `admin-routes.ts`. */
export const adminRoutesStrings = {
  users: 'Users',
  auditLog: 'Audit log',
  messages: 'Messages',
  mail: 'Email',
  customers: 'Customers',
  outlets: 'Outlets',
  campaigns: 'Campaigns',
  reviewQueue: 'Reviews',
  rateCard: 'Rate card',
  campaignForm: 'Campaign form',
  campaign: 'Campaign',
  flight: 'Flight',
  invalidTraffic: 'Invalid traffic',
  todo: 'To do',
  money: 'Money',
  receivables: 'Receivables',
  payouts: 'Payouts',
  months: 'Months',
  adjustments: 'Adjustments',
  moneyAccounts: 'Bank accounts',
  letterhead: 'Letterhead',
  contractTrial: 'What-if',
  outletProfit: 'Profit',
  health: 'Health',
} as const;

/** Texts of `business-routes.ts`. */
export const businessRoutesStrings = {
  dashboardContent: 'your outlets on a map, with their views, revenue and energy',
  dashboard: 'Dashboard',
  reportsContent: 'your figures by time, place and sponsor',
  reports: 'Reports',
  savedReportsContent: 'the reports that you and your colleagues saved',
  savedReports: 'Saved reports',
  search: 'Search',
} as const;

/** Texts of `campaign-routes.ts`. */
export const campaignRoutesStrings = {
  campaignsContent: 'your campaigns, with their views and cost',
  campaigns: 'Campaigns',
  campaignForm: 'Campaign form',
  campaign: 'Campaign',
  flight: 'Flight',
  creativesContent: 'the creatives shown at your outlets',
  creatives: 'Creatives',
} as const;

/** Texts of `documentation-routes.ts`. */
export const documentationRoutesStrings = {
  documentation: '{title} · Documentation',
} as const;

/** Texts of `own-account-routes.ts`. */
export const ownAccountRoutesStrings = {
  profileContent: 'your name, picture and appearance settings',
  editProfile: 'Edit profile',
  passwordContent: 'your password, second factor and sessions',
  passwordAndSignIn: 'Password and sign-in',
  tokensContent: 'the tokens that programs use to act for you',
  aPITokens: 'API tokens',
  colleaguesContent: 'the people in your organization who can sign in',
  colleagues: 'Colleagues',
  singleSignOnContent: 'the email domains of your organization and how its users sign in',
  singleSignOn: 'Single sign-on',
  trafficContent: 'invalid traffic and its reasons',
  invalidTraffic: 'Invalid traffic',
  documentsContent: 'statements, invoices and their payments',
  documents: 'Documents',
  servedOutletsContent: 'the outlets that are online, and the problems of the others',
  deviceHealth: 'Device health',
  servedOutletContent: 'the contacts, faults and earnings of an outlet',
  outlet: 'Outlet',
  todo: 'To do',
  todoShows: 'what waits for you',
  alertsContent: 'current problems and your alert settings',
  alerts: 'Alerts',
} as const;

/** Texts of `product-routes.ts`. */
export const productRoutesStrings = {
  forPropertyOwners: 'For property owners',
  forAdvertisers: 'For advertisers',
  patentNumber: 'Patent number',
  locateContent: 'every outlet by EUI, with its customer, venue and status',
  locate: 'Map',
  contactContent: 'a form for messages to the operator of the network',
  contact: 'Contact',
} as const;

/** Texts of `public-routes.ts`. */
export const publicRoutesStrings = {
  login: 'Login',
  signUp: 'Sign up',
  forgotPassword: 'Forgot password',
  verifyEMail: 'Verify email',
  newPassword: 'New password',
  aSharedReport: 'A shared report',
  noAccess: 'No access',
  somethingWentWrong: 'Something went wrong',
  pageNotFound: 'Page not found',
} as const;

/** Texts of `theme-colour.ts`. */
export const themeColourStrings = {
  indigo: 'Indigo',
  midnight: 'Midnight',
  slate: 'Slate',
  graphite: 'Graphite',
  cobalt: 'Cobalt',
  sky: 'Sky',
  petrol: 'Petrol',
  violet: 'Violet',
  plum: 'Plum',
  walnut: 'Walnut',
} as const;

/** Texts of `watch-client.ts`. */
export const watchClientStrings = {
  serverBusy: 'The server is busy. Trying again in {seconds} s.',
} as const;
