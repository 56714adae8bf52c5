/** Texts of `account-button.tsx`. */
export const accountButtonStrings = {
  administrator: 'Administrator',
  outletOwner: 'Outlet owner',
  advertiser: 'Advertiser',
  notLinkedYet: 'Not linked yet',
  fullView: 'Full view',
} as const;

/** Texts of `account-menu.tsx`. */
export const accountMenuStrings = {
  account: 'Account',
  editProfile: 'Edit profile',
  passwordAndSignIn: 'Password and sign-in',
  aPITokens: 'API tokens',
  colleagues: 'Colleagues',
  singleSignOn: 'Single sign-on',
  signOut: 'Sign out',
} as const;

/** Texts of `alerts-bell.tsx`. */
export const alertsBellStrings = {
  new: '{unread} new',
  thatNobodyHasInHand: '{waiting} that nobody has in hand',
  alerts: 'Alerts',
} as const;

/** Texts of `drawers.tsx`. */
export const drawersStrings = {
  theme: 'Theme',
} as const;

/** Texts of `navigation.ts`. */
export const navigationStrings = {
  dashboard: 'Dashboard',
  customersOutletsMapRevenueViews: 'customers outlets map revenue views',
  reports: 'Reports',
  figuresCompareChartCsvExport:
    'figures compare chart csv export statistics views clicks burns charges spend revenue visitors',
  locate: 'Locate',
  outletsEuiDevicesListFind: 'outlets eui devices list find map',
  search: 'Search',
  findResults: 'find results',
  forPropertyOwners: 'For property owners',
  marketingEarningsCalculatorPlaces: 'marketing earnings calculator places',
  forAdvertisers: 'For advertisers',
  marketingAdvertiseCampaignReach: 'marketing advertise campaign reach',
  contact: 'Contact',
  messageHelpSupportWrite: 'message help support write',
  aPIDocumentation: 'API documentation',
  openapiIntegrationDocs: 'openapi integration docs',
  mail: 'Mail',
  outgoingOutboxDeliveryLetters: 'outgoing outbox delivery letters',
  campaigns: 'Campaigns',
  advertiseFlightsBudgetsCreativesAds: 'advertise flights budgets creatives ads new',
  creatives: 'Creatives',
  adsPicturesAcceptRefuseBlocked: 'ads pictures accept refuse blocked categories',
  invalidTraffic: 'Invalid traffic',
  fraudGrossNetReasonsObjections: 'fraud gross net reasons objections not paid',
  documents: 'Documents',
  statementsInvoicesMoneyPaidPayouts: 'statements invoices money paid payouts owe earn pdf',
  inService: 'In service',
  outletsUptimeOnlineOfflineSilent: 'outlets uptime online offline silent faults contact health',
  bankAccount: '{words} bank account',
  users: 'Users',
  accountsPeopleRolesInviteManagement: 'accounts people roles invite management',
  customers: 'Customers',
  ownersAdvertisersVenuesShares: 'owners advertisers venues shares',
  outlets: 'Outlets',
  devicesEuiKeysMoveRetire: 'devices eui keys move retire gateway',
  outletProfit: 'Outlet profit',
  earningsEnergyCostPaybackMove: 'earnings energy cost payback move keep add measured estimated',
  advertisersFlightsBudgetsPricesRate: 'advertisers flights budgets prices rate card review queue import',
  fraudGrossNetObjectionsRules: 'fraud gross net objections rules data centres pace',
  money: 'Money',
  receivablePayableOverduePaymentsPayouts:
    'receivable payable overdue payments payouts refunds ahead adjustments months ledger',
  contractTrial: 'Contract trial',
  replaySharePriceRulesWhat: 'replay share price rules what if money gains loses',
  letterhead: 'Letterhead',
  logoAddressTaxIdPayment: 'logo address tax id payment invoices statements documents pdf',
  health: 'Health',
  statusLedgerVerifiedBackupsJobs: 'status ledger verified backups jobs stores seal disk figures',
  auditLog: 'Audit log',
  whoDidWhatChangesHistory: 'who did what changes history security',
  messages: 'Messages',
  contactFormInbox: 'contact form inbox',
  administration: 'Administration',
  demoAccount: 'Demo account',
} as const;

/** Texts of `notices-banner.tsx`. */
export const noticesBannerStrings = {
  aboutThisInstallation: 'About this installation',
  since: 'Since {sinceAt}',
} as const;

/** Texts of `shell.tsx`. */
export const shellStrings = {
  menu: 'Menu',
  voltboardHome: 'Voltboard, home',
  searchScreensCustomersAndOutlets: 'Search screens, customers and outlets',
  searchScreensCustomersOutlets: 'Search screens, customers, outlets',
  ctrlK: 'Ctrl K',
  theme: 'Theme',
  logOut: 'Log out',
  switchTo: 'Switch to {other}',
  skipToTheContent: 'Skip to the content',
} as const;

/** Texts of `sidebar.tsx`. */
export const sidebarStrings = {
  main: 'Main',
  demoPages: 'Demo pages',
  theyCouldNotBeListed: 'They could not be listed.',
  tryAgain: 'Try again',
  opensInANewTab: 'opens in a new tab',
  sampleAlert: 'Sample alert',
  dismissTheSampleAlert: 'Dismiss the sample alert',
  noticesAboutYourNetworkWill: 'Notices about your network will stand here. Dismiss this one when you have read it.',
} as const;

/** Texts of `theme-panel.tsx`. */
export const themePanelStrings = {
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  appearance: 'Appearance',
  themeColor: 'Theme Color',
  shadesAreDerivedSoThat: 'Shades are derived so that text stays readable in both schemes.',
} as const;

/** Texts of `use-screens.ts`. */
export const useScreensStrings = {
  editProfile: 'Edit profile',
  accountNamePicturePhotoTelephone: 'account name picture photo telephone time zone look light dark theme colour my',
  passwordAndSignIn: 'Password and sign-in',
  accountSecuritySecondFactorTwo:
    'account security second factor two-factor authenticator sessions recovery codes google microsoft log',
  aPITokens: 'API tokens',
  accountProgramsScriptsBearerVbt: 'account programs scripts bearer vbt secret',
  alerts: 'Alerts',
  silentOutageFaultBellWebhook: 'silent outage fault bell webhook notify mute quiet hours',
  invalidTraffic: 'Invalid traffic',
  grossNetReasonsObjectionsFraud: 'gross net reasons objections fraud my',
  documents: 'Documents',
  statementsInvoicesMoneyPdf: 'statements invoices money pdf',
  savedReports: 'Saved reports',
  reportScheduleMailWeeklyMonthly: 'report schedule mail weekly monthly link share outsiders my',
  patentNumber: 'Patent number',
  exampleRightsCopyrightFooter: 'example rights copyright footer',
  documentation: 'Documentation',
  helpGuideQuickStartIngestion: 'help guide quick start ingestion roles self-hosting deployment metrics',
  colleagues: 'Colleagues',
  usersPeopleAccountsInviteTeam: 'users people accounts invite team organisation members',
  singleSignOn: 'Single sign-on',
  ssoOidcDomainDnsPassword: 'sso oidc domain dns password company accounts organization',
  newCampaign: 'New campaign',
  formDraftFlightStartBook: 'form draft flight start book advertise',
  reviewQueue: 'Review queue',
  campaignsFlightsProposalsChangesApprove: 'campaigns flights proposals changes approve accept refuse',
  rateCard: 'Rate card',
  campaignsPricesVenueTypesCpm: 'campaigns prices venue types cpm charged versions',
} as const;

/** Texts of `viewing-banner.tsx`. */
export const viewingBannerStrings = {
  viewingAsAnotherUser: 'Viewing as another user',
  youViewAsNothingCan: 'You view as {email}. Nothing can be changed.',
  stopViewing: 'Stop viewing',
} as const;
