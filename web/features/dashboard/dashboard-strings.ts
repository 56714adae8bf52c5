/** Texts of `campaign-names.tsx`. */
export const campaignNamesStrings = {
  campaigns: 'Campaigns',
  all: 'All {total}',
} as const;

/** Texts of `customer-card.tsx`. */
export const customerCardStrings = {
  showAtHalfWidth: 'Show at half width',
  showAtFullWidth: 'Show at full width',
  offline: '{statusMark} {count} offline',
} as const;

/** Texts of `customer-grid.tsx`. */
export const customerGridStrings = {
  customers: 'Customers',
  moreCustomersCouldNotBe: 'More customers could not be shown.',
} as const;

/** Texts of `customer-list.tsx`. */
export const customerListStrings = {
  noCustomersYet: 'No customers yet',
  eachCustomerWhoseOutletsYou: 'Each customer whose outlets you add has a card here, with its figures and outlets.',
  noOutletsYet: 'No outlets yet',
  eachOfYourOutletsHas: 'Each of your outlets has its own figures here, down to the single charge.',
  noCampaignHasRunYet: 'No campaign has run yet',
  customersAppearHereWithThe: 'Customers appear here with the first view of one of your campaigns.',
  loading: 'Loading...',
  theCustomersCouldNotBe: 'The customers could not be loaded.',
  moreCustomersCouldNotBe: 'More customers could not be loaded.',
  noCustomerMatches: 'No customer matches “{q}”',
  clearSearch: 'Clear search',
  theSearchLooksForA: 'The search looks for a part of the name, in either case.',
} as const;

/** Texts of `daily-views.tsx`. */
export const dailyViewsStrings = {
  last30Days: 'last 30 days',
  perDay: '{views} per day{detail}',
  highest: 'highest {highest}',
  day: 'Day',
} as const;

/** Texts of `dashboard-page.tsx`. */
export const dashboardPageStrings = {
  loading: 'Loading...',
  dashboard: 'Dashboard',
  theSearchCouldNotBe: 'The search could not be loaded.',
  theCustomersCouldNotBe: 'The customers could not be shown.',
} as const;

/** Texts of `date-range.ts`. */
export const dateRangeStrings = {
  all: 'All',
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
} as const;

/** Texts of `list-toolbar.tsx`. */
export const listToolbarStrings = {
  sortBy: 'Sort by',
  searchByCustomer: 'Search by Customer',
  clearSearch: 'Clear search',
} as const;

/** Texts of `live-indicator.tsx`. */
export const liveIndicatorStrings = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
} as const;

/** Texts of `map-legend.tsx`. */
export const mapLegendStrings = {
  positionOfTheVenue: 'Position of the venue',
  positionUnknown: 'Position unknown',
  showOnTheMap: 'Show on the map',
} as const;

/** Texts of `map-popup.tsx`. */
export const mapPopupStrings = {
  withoutASponsor: 'Without a sponsor',
  tryAgain: 'Try again',
  errorTheRecentViewsCould: 'Error: the recent views could not be loaded.',
  noViewsYet: 'No views yet.',
  recentViews: 'Recent views',
  andMore: 'and {more} more...',
  outlet: 'Outlet {eui}',
  hasNotReportedYet: 'Has not reported yet',
  lastSeen: 'Last seen {toISOString}',
  closePopup: 'Close popup',
  showDevices: 'Show devices',
} as const;

/** Texts of `onboarding-checklist.tsx`. */
export const onboardingChecklistStrings = {
  askAnAdministrator: 'Ask an administrator',
  whatYouWillSee: 'What you will see',
  yourNetworkIsRunning: 'Your network is running',
  firstSteps: 'First steps',
  allFirstStepsAreDone: 'All first steps are done.',
  ofDoneTheyTickOff: '{done} of {steps} done. They tick off by themselves.',
  hide: 'Hide',
  done: ', done',
  addAPropertyCustomerWith: 'Add a property customer with its venue',
  whoOwnsTheOutletsAnd: 'Who owns the outlets, and where they stand.',
  newVenue: 'New venue',
  newCustomer: 'New customer',
  addItsOutlets: 'Add its outlets',
  byTheEUIOnEach: 'By the EUI on each device. Their keys can be issued in the same form.',
  newOutlets: 'New outlets',
  issueTheirKeys: 'Issue their keys',
  anOutletReportsWithIts: 'An outlet reports with its key, which is shown once.',
  issueAKey: 'Issue a key',
  addAnAdvertiserWithA: 'Add an advertiser with a campaign',
  itsFlightsBudgetsAndAds: 'Its flights, budgets and ads are made under Campaigns, or come from a file, campaigns.csv.',
  importCampaigns: 'Import campaigns',
  newAdvertiser: 'New advertiser',
  receiveTheFirstView: 'Receive the first view',
  quickStart: 'Quick start',
  inviteTheOwner: 'Invite the owner',
  anOwnerSignsInTo: 'An owner signs in to the own outlets and the own share, and sees nothing else.',
  addUser: 'Add user',
  yourOutletsWillStandHere: 'Your outlets will stand here',
  whereTheyAreHowOften:
    'Where they are, how often guests charge at them, and what they earn you. There are none at your sites yet: the administrators of the network add them, and they appear here by themselves.',
  yourOutletsWaitForTheir: 'Your outlets wait for their first guest',
  noChargeHasBeenCounted:
    'No charge has been counted yet. The first one shows here within seconds. If an outlet has been on the wall for a day and nothing comes, tell the administrators.',
  yourCampaignsWillStandHere: 'Your campaigns will stand here',
  whereTheyRunHowOften:
    'Where they run, how often they are seen, and what they cost. There are none yet: a manager of your organisation makes the first one under Campaigns.',
  yourCampaignWaitsForIts: 'Your campaign waits for its first view',
  itIsEnteredThePlaces: 'It is entered. The places where it runs appear here with the first view, within seconds.',
  theNetworkIsEmpty: 'The network is empty',
  outletsTheirFiguresAndTheir:
    'Outlets, their figures and their places appear here by themselves when an administrator has added them.',
  noOutletHasShownAnything: 'No outlet has shown anything yet',
  theFirstViewAppearsHere: 'The first view appears here within seconds.',
} as const;

/** Texts of `outlet-item.tsx`. */
export const outletItemStrings = {
  deviceEUI: 'Device EUI',
  lastSeen: 'Last seen {lastSeen}',
  hasNotReportedYet: 'Has not reported yet',
} as const;

/** Texts of `outlet-list.tsx`. */
export const outletListStrings = {
  tryAgain: 'Try again',
  errorMoreOutletsCouldNot: 'Error: more outlets could not be loaded.',
} as const;

/** Texts of `outlet-map-card.tsx`. */
export const outletMapCardStrings = {
  outletMap: 'Outlet map',
  theMapCouldNotBe: 'The map could not be loaded.',
} as const;

/** Texts of `outlet-map-list.tsx`. */
export const outletMapListStrings = {
  noneHereMoveTheMap: 'None here. Move the map or change the legend.',
  more: '{crowded} more {rest}',
} as const;

/** Texts of `outlet-map-stage.tsx`. */
export const outletMapStageStrings = {
  standInClustersZoomIn: 'stand in clusters. Zoom in to list them.',
  areTooManyToList: 'are too many to list here. Find them under Locate.',
  list: 'List',
  theMapCouldNotBe: 'The map could not be loaded.',
  tryAgain: 'Try again',
  errorTheMapCouldNot: 'Error: the map could not be loaded. ',
  thisBrowserCannotDrawThe: 'This browser cannot draw the map. ',
  theOutletsAreListedInstead: 'The outlets are listed instead. {retry}',
  outlets: 'Outlets',
  outletsInView: 'Outlets in view',
  theListOfOutletsCould: 'The list of outlets could not be loaded.',
} as const;

/** Texts of `outlets-modal.tsx`. */
export const outletsModalStrings = {
  devices: 'Devices',
  deviceEUIAndTheOthers: 'Device EUI {eui} and the others at its venue',
  deviceEUI: 'Device EUI',
  status: 'Status',
  lastSeen: 'Last seen',
  today: '{label} today',
  deviceEUI2: 'Device EUI {eui}',
  closeDialog: 'Close dialog',
  theDevicesCouldNotBe: 'The devices could not be loaded.',
  close: 'Close',
} as const;

/** Texts of `overview-panel.tsx`. */
export const overviewPanelStrings = {
  allDocuments: 'All documents',
  atAGlance: 'At a glance',
  allInContact: 'all in contact',
  offline: '{offline} offline',
  late: '{late} late',
  outletsThatNeedAttention: 'Outlets that need attention',
  nothingWasPlannedYet: 'nothing was planned yet',
  ofPlan: '{pace}% of plan',
  left: 'left;',
  runningNow: 'Running now',
  none: 'None',
  campaigns: 'Campaigns',
  aWeekAgoBy: 'a week ago {views} by {until}',
  viewsToday: 'Views today',
  todo: 'To do',
  todoCount: 'To do: {total}',
  nothingWaits: 'nothing waits for you',
  notLoaded: 'Could not be loaded.',
  partNotLoaded: 'a part could not be loaded',
  tryAgain: 'Try again',
  systemProblems: 'System problems',
  noProblems: 'none found',
  n100000ByDec: '$1,000.00 by Dec 6, 2026',
  firstQuestions: 'First questions',
  answer: 'Answer {at}',
  n1Of23Of: '1 of 2, 3 of 4',
  loading: 'Loading',
  answersToCome: 'Answers to come',
} as const;

/** Texts of `period-label.tsx`. */
export const periodLabelStrings = {
  in: 'in {timeZone}',
  updating: 'Updating…',
} as const;

/** Texts of `power-outlets.tsx`. */
export const powerOutletsStrings = {
  powerOutlets: 'Power Outlets',
  theOutletsCouldNotBe: 'The outlets could not be loaded.',
  noOutletsYet: 'No outlets yet.',
  theOutletsCouldNotBe2: 'The outlets could not be shown.',
} as const;

/** Texts of `print-link.tsx`. */
export const printLinkStrings = {
  downloadPDFOf: 'Download PDF of {customer}',
  pDF: 'PDF',
} as const;

/** Texts of `range-filter.tsx`. */
export const rangeFilterStrings = {
  chooseAStartAndAn: 'Choose a start and an end date.',
  theStartMustNotBe: 'The start must not be after the end.',
  dateRange: 'Date range',
  presets: 'Presets',
  daysIn: 'Days in',
  yourOwnTimeZone: ', your own time zone',
  backToTheContractsDays: 'Back to the contract’s days',
  notTheDaysOfThe: 'Not the days of the contract: amounts can differ from statements, which keep those.',
  asKnownOn: 'As known on',
  backToNow: 'Back to now',
  withoutWhatArrivedSinceToday: 'Without what arrived since. Today, ratings and all time are as they are now.',
  start: 'Start',
  go: 'Go',
} as const;

/** Texts of `stale-since.ts`. */
export const staleSinceStrings = {
  olderSingleOnesAreKept:
    '{missing} older {word}: single ones are kept since {since} (UTC) only. All figures still count them.',
} as const;

/** Texts of `stat-list.tsx`. */
export const statListStrings = {
  before: 'Before',
  theBarIsFullAt: 'The bar is full at {end}',
  today: 'today {text}',
} as const;

/** Texts of `stat-rows.ts`. */
export const statRowsStrings = {
  aChargeStartsEachTime: 'A charge starts each time an ad is shown at an outlet',
  adsShownToVisitorsAt: 'Ads shown to visitors at an outlet',
  clicks: 'Clicks',
  visitorsWhoFollowedTheAd: 'Visitors who followed the ad they were shown',
  burns: 'Burns',
  adsThatPlayedToTheir: 'Ads that played to their end and were consumed from what the flight bought',
  recordedRevenueOfAllEvents: 'Recorded revenue of all events, before the owner’s share',
  yourShareOfTheRevenue: 'Your share of the revenue recorded at these outlets',
  whatYourCampaignsCostAt: 'What your campaigns cost at these outlets',
  partlyEstimatedPerViewWhere: 'partly estimated per view where no meter reports',
  asMeteredByTheOutlets: 'as metered by the outlets',
  energy: 'Energy',
  energyTheChargesTook: 'Energy the charges took, {how}',
  energyCost: 'Energy cost',
  energyPerKWh: 'Energy × {dollarsPerKwh} per kWh',
  rating: 'Rating',
  burnsViewsOfTheLast: 'Burns ÷ views of the last 30 days, 0 to 100',
  totalViews: 'Total Views',
  totalClicks: 'Total Clicks',
  totalCampaignSpend: 'Total Campaign spend',
} as const;

/** Texts of `stat-text.ts`. */
export const statTextStrings = {
  kWh: '{maximum} kWh',
} as const;

/** Texts of `summary-card.tsx`. */
export const summaryCardStrings = {
  active: '{campaigns}, {active} active',
  of: '{outlets} of {customers}',
  status: 'Status',
  showTheseOutlets: '{status} {status2}: show these outlets',
  theOverviewCouldNotBe: 'The overview could not be loaded.',
  allCampaigns: 'all campaigns',
  errorTheseAreTheLast: 'Error: these are the last figures that could be loaded.',
} as const;

/** Texts of `usage-bar.tsx`. */
export const usageBarStrings = {
  todaysViewsAllViews: "today's views ÷ all views",
  moreUsage: '% more usage',
  usage: 'Usage',
} as const;

/** Texts of `views-table.tsx`. */
export const viewsTableStrings = {
  newViews: { one: 'new view', other: 'new views' },
  viewsOf: 'Views of {eui}',
  ofDeviceEUINewestFirst: '{total} {word} of Device EUI {eui}, newest first',
  tryAgain: 'Try again',
  errorOlderViewsCouldNot: 'Error: older views could not be loaded.',
  olderLoadAsYouScroll: 'Older {word} load as you scroll',
  theViewsOfThisOutlet: 'The views of this outlet could not be loaded.',
  noInThisRangeYet: 'No {word} in this range yet.',
} as const;

/** Texts of `wording.ts`. */
export const wordingStrings = {
  outlets: 'Outlets',
  outletsOverview: 'Outlets Overview',
  views: 'Views',
  revenue: 'Revenue',
  powerOutlets: 'Power Outlets',
  charges: 'Charges',
  activeCampaigns: 'Active Campaigns',
  campaignOverview: 'Campaign Overview',
  spend: 'Spend',
  nameAToZ: 'Name, A to Z',
  nameZToA: 'Name, Z to A',
  most: 'Most {views}',
  fewest: 'Fewest {views}',
  mostToday: 'Most {views} today',
  fewestToday: 'Fewest {views} today',
  most2: 'Most {money}',
  least: 'Least {money}',
  mostGained: 'Most {views} gained',
  mostLost: 'Most {views} lost',
  mostGained2: 'Most {money} gained',
  mostLost2: 'Most {money} lost',
  mostOutlets: 'Most outlets',
  fewestOutlets: 'Fewest outlets',
  timestamp: 'Timestamp',
  fingerprint: 'Fingerprint',
  sponsor: 'Sponsor',
  cryptic: 'Cryptic',
  flight: 'Flight',
} as const;
