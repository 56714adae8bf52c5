/** Texts of `begin-at-login.tsx`. */
export const beginAtLoginStrings = {
  loginVoltboard: 'Login · Voltboard',
} as const;

/** Texts of `connection-banner.tsx`. */
export const connectionBannerStrings = {
  theConnectionIsLostWhat: 'The connection is lost. What you typed stays; trying again by itself.',
  tryNow: 'Try now',
} as const;

/** Texts of `error-catalogue.ts`. */
export const errorCatalogueStrings = {
  error: 'Error',
} as const;

/** Texts of `root.tsx`. */
export const rootStrings = {
  voltboard: '{title} · Voltboard',
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
  yourOutletsOnAMap: 'your outlets on a map, with their views, revenue and energy',
  dashboard: 'Dashboard',
  yourFiguresByTimePlace: 'your figures by time, place and sponsor',
  reports: 'Reports',
  theReportsThatYouAnd: 'the reports that you and your colleagues keep',
  savedReports: 'Saved reports',
  search: 'Search',
} as const;

/** Texts of `campaign-routes.ts`. */
export const campaignRoutesStrings = {
  yourCampaignsWithWhatThey: 'your campaigns, with what they show and cost',
  campaigns: 'Campaigns',
  campaignForm: 'Campaign form',
  campaign: 'Campaign',
  flight: 'Flight',
  theAdsThatReachYour: 'the ads that reach your outlets',
  creatives: 'Creatives',
} as const;

/** Texts of `documentation-routes.ts`. */
export const documentationRoutesStrings = {
  documentation: '{title} · Documentation',
} as const;

/** Texts of `own-account-routes.ts`. */
export const ownAccountRoutesStrings = {
  yourNameYourPictureAnd: 'your name, your picture and how the product looks to you',
  editProfile: 'Edit profile',
  yourPasswordTheSecondFactor: 'your password, the second factor and where you are signed in',
  passwordAndSignIn: 'Password and sign-in',
  theTokensWithWhichPrograms: 'the tokens with which programs use your account',
  aPITokens: 'API tokens',
  whoOfYourOrganisationMay: 'who of your organisation may sign in',
  colleagues: 'Colleagues',
  theEMailDomainsOf: 'the e-mail domains of your organization and how its people sign in',
  singleSignOn: 'Single sign-on',
  whatWasReportedAndDoes: 'what was reported and does not count',
  invalidTraffic: 'Invalid traffic',
  statementsAndInvoicesAndWhat: 'statements and invoices, and what is paid of them',
  documents: 'Documents',
  whichOutletsAreInContact: 'which outlets are in contact, and what is wrong with the others',
  deviceHealth: 'Device health',
  theContactsFaultsAndEarnings: 'the contacts, faults and earnings of an outlet',
  outlet: 'Outlet',
  todo: 'To do',
  todoShows: 'what waits for you',
  whatIsWrongAndHow: 'what is wrong, and how you are told',
  alerts: 'Alerts',
} as const;

/** Texts of `product-routes.ts`. */
export const productRoutesStrings = {
  forPropertyOwners: 'For property owners',
  forAdvertisers: 'For advertisers',
  patentNumber: 'Patent number',
  everyOutletByItsEUI: 'every outlet by its EUI, with customer, venue and status',
  locate: 'Map',
  aFormWhoseMessagesReach: 'a form whose messages reach the operator of the network',
  contact: 'Contact',
} as const;

/** Texts of `public-routes.ts`. */
export const publicRoutesStrings = {
  login: 'Login',
  signUp: 'Sign up',
  forgotPassword: 'Forgot password',
  verifyEMail: 'Verify e-mail',
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
  theServerIsBusyTrying: 'The server is busy. Trying again in {seconds} s.',
} as const;
