/** Texts of `account-button.tsx`. */
export const accountButtonStrings = {
  administrator: 'Administrator',
  outletOwner: 'Outlet owner',
  advertiser: 'Advertiser',
  notLinkedYet: 'Not linked yet',
  fullView: 'Full view',
  accountOf: 'Account: {name}',
} as const;

/** Texts of `account-menu.tsx`. */
export const accountMenuStrings = {
  account: 'Account',
  editProfile: 'Edit profile',
  passwordAndSignIn: 'Password and sign-in',
  aPITokens: 'API tokens',
  notifications: 'Notifications',
  colleagues: 'Colleagues',
  singleSignOn: 'Single sign-on',
  signOut: 'Sign out',
} as const;

/** Texts of `todo-bell.tsx`. */
export const todoBellStrings = {
  alerts: 'Alerts',
  none: 'Waiting for you: nothing',
  waiting: 'Waiting for you: {count}',
} as const;

/** Texts of `drawers.tsx`. */
export const drawersStrings = {
  theme: 'Theme',
  closeNamed: 'Close: {name}',
} as const;

/** Texts of `navigation.ts`. A text that ends in `Words` has words that the search also matches. */
export const navigationStrings = {
  home: 'Home',
  homeWords: 'start',
  overview: 'Overview',
  dashboard: 'Dashboard',
  dashboardWords: 'customers outlets map revenue views',
  todo: 'To do',
  todoWords: 'tasks waiting decisions approve inbox',
  reports: 'Reports',
  reportsWords: 'figures compare chart csv export statistics views clicks burns charges spend revenue visitors',
  alerts: 'Alerts',
  alertsWords: 'offline outage fault bell webhook notification',
  messages: 'Messages',
  messagesWords: 'contact form inbox',
  network: 'Network',
  customers: 'Customers',
  customersWords: 'owners advertisers venues shares',
  outlets: 'Outlets',
  outletsWords: 'devices eui keys move retire gateway',
  deviceHealth: 'Device health',
  deviceHealthWords: 'outlets in service uptime online offline silent faults contact',
  map: 'Map',
  mapWords: 'locate outlets eui devices list find position',
  advertising: 'Advertising',
  campaigns: 'Campaigns',
  campaignsWords: 'advertise flights budgets creatives ads new',
  allCampaignsWords: 'advertisers flights budgets prices import',
  reviews: 'Reviews',
  reviewsWords: 'review queue campaigns flights proposals changes approve',
  rateCard: 'Rate card',
  rateCardWords: 'campaigns prices venue types cpm',
  creatives: 'Creatives',
  creativesWords: 'ads pictures accept refuse blocked categories',
  invalidTraffic: 'Invalid traffic',
  trafficWords: 'fraud gross net reasons disputes objections not paid',
  allTrafficWords: 'fraud gross net disputes objections rules data centers rate',
  money: 'Money',
  moneyOverview: 'Money overview',
  moneyOverviewWords: 'balances receivable payable overdue payments refunds adjustments months ledger',
  documents: 'Documents',
  documentsWords: 'statements invoices money paid payouts owe earn pdf',
  ownDocumentsWords: 'statements invoices money paid payouts owe earn pdf bank account',
  payouts: 'Payouts',
  payoutsWords: 'pay owners run bank file sepa ach returned',
  whatIf: 'What-if',
  whatIfWords: 'contract trial replay share price rules money gains loses simulate',
  profit: 'Profit',
  profitWords: 'outlet earnings energy cost payback move keep add measured estimated',
  settings: 'Settings',
  networkWords: 'settings name color brand time zone currency share sign-up retention energy',
  users: 'Users',
  usersWords: 'accounts people roles invite management',
  colleagues: 'Colleagues',
  colleaguesWords: 'users people accounts invite team',
  letterhead: 'Letterhead',
  letterheadWords: 'logo address tax id payment invoices statements documents pdf',
  auditLog: 'Audit log',
  auditLogWords: 'who did what changes history security',
  health: 'Health',
  healthWords: 'status ledger verified backups jobs stores seal disk figures',
  email: 'Email',
  emailWords: 'mail outgoing outbox delivery letters',
  more: 'More',
  search: 'Search',
  searchWords: 'find results',
  forPropertyOwners: 'For property owners',
  ownersWords: 'marketing earnings calculator places',
  forAdvertisers: 'For advertisers',
  advertisersWords: 'marketing advertise campaign reach',
  contact: 'Contact',
  contactWords: 'message help support write',
  apiDocumentation: 'API documentation',
  apiDocumentationWords: 'openapi integration docs',
} as const;

/** Texts of `notices-banner.tsx`. */
export const noticesBannerStrings = {
  aboutThisInstallation: 'About this installation',
  since: 'Since {time}',
} as const;

/** Texts of `shell.tsx`. */
export const shellStrings = {
  menu: 'Menu',
  home: '{network} home',
  searchLabel: 'Search screens, customers and outlets',
  searchPlaceholder: 'Search screens, customers, outlets',
  ctrlK: 'Ctrl K',
  theme: 'Theme',
  signOut: 'Sign out',
  switchToLight: 'Switch to light mode',
  skipToContent: 'Skip to content',
  switchToDark: 'Switch to dark mode',
} as const;

/** Texts of `sidebar.tsx`. */
export const sidebarStrings = {
  waiting: '{label}, {count} waiting',
  main: 'Main',
  demoPages: 'Demo pages',
  demoPagesFailed: 'The demo pages could not be loaded.',
  tryAgain: 'Try again',
  opensInANewTab: 'opens in a new tab',
  sampleAlert: 'Sample alert',
  dismissSampleAlert: 'Dismiss sample alert',
  sampleAlertText: 'Notices about your network appear here. Dismiss this one when you have read it.',
} as const;

/** Texts of `theme-panel.tsx`. */
export const themePanelStrings = {
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  appearance: 'Appearance',
  themeColor: 'Theme Color',
  shadesHint: 'Shades are adjusted so that text stays readable in light and dark mode.',
} as const;

/** Texts of `use-screens.ts`. */
export const useScreensStrings = {
  editProfile: 'Edit profile',
  profileWords: 'account name picture photo telephone time zone look appearance light dark theme color colour my',
  passwordAndSignIn: 'Password and sign-in',
  passwordWords: 'account security second factor two-factor authenticator sessions recovery codes google microsoft log',
  apiTokens: 'API tokens',
  apiTokensWords: 'account programs scripts bearer vbt secret',
  notifications: 'Notifications',
  notificationsWords: 'email mail news unsubscribe preferences decisions my',
  savedReports: 'Saved reports',
  savedReportsWords: 'report schedule email mail weekly monthly link share outsiders my',
  invoices: 'Invoices',
  invoicesWords: 'documents bill due paid pdf',
  statements: 'Statements',
  statementsWords: 'documents owner earnings share pdf',
  creditNotes: 'Credit notes',
  creditNotesWords: 'documents corrections refund pdf',
  patentNumber: 'Patent number',
  patentWords: 'example rights copyright footer',
  documentation: 'Documentation',
  documentationWords: 'help guide quick start ingestion roles self-hosting deployment metrics',
  singleSignOn: 'Single sign-on',
  singleSignOnWords: 'sso oidc domain dns password company accounts organization',
  receivables: 'Receivables',
  receivablesWords: 'money unpaid balances overdue payments debtors record',
  months: 'Months',
  monthsWords: 'money close final statements invoices',
  adjustments: 'Adjustments',
  adjustmentsWords: 'money credit charge correct',
  bankAccounts: 'Bank accounts',
  bankAccountsWords: 'money payer payout accounts iban confirm',
  newCampaign: 'New campaign',
  newCampaignWords: 'form draft flight start book advertise',
} as const;

/** Texts of `viewing-banner.tsx`. */
export const viewingBannerStrings = {
  viewingAsAnotherUser: 'Viewing as another user',
  viewingAs: 'You are viewing as {email}. You can’t change anything.',
  stopViewing: 'Stop viewing',
} as const;
