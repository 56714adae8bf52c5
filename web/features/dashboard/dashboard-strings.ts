/** Texts of `campaign-names.tsx`. */
export const campaignNamesStrings = {
  campaigns: 'Campaigns',
  viewAll: 'View all {campaigns}',
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
  loadMoreFailed: 'More customers could not be loaded.',
} as const;

/** Texts of `customer-list.tsx`. */
export const customerListStrings = {
  emptyTitleAdmin: 'No customers yet',
  emptyTextAdmin: 'Customers appear here after you add their outlets.',
  emptyTitleOwner: 'No outlets yet',
  emptyTextOwner: 'Figures for each of your outlets appear here, down to individual charges.',
  emptyTitleAdvertiser: 'No campaigns have run yet',
  emptyTextAdvertiser: 'Customers appear here after the first view of one of your campaigns.',
  loading: 'Loading...',
  loadFailed: 'The customers could not be loaded.',
  loadMoreFailed: 'More customers could not be loaded.',
  noMatches: 'No customers match “{q}”',
  clearSearch: 'Clear search',
  noMatchesHint: 'Search matches any part of the name and ignores case.',
} as const;

/** Texts of `daily-views.tsx`. */
export const dailyViewsStrings = {
  perDayLast30Days: '{views} per day, last 30 days',
  perDay: '{views} per day',
  highest: 'Highest: {value}',
  day: 'Day',
  perDayIn: '{views} per day, {days}',
  days: '{start} – {end}',
} as const;

/** Texts of `dashboard-page.tsx`. */
export const dashboardPageStrings = {
  loading: 'Loading...',
  dashboard: 'Dashboard',
  searchLoadFailed: 'The search could not be loaded.',
  customersLoadFailed: 'The customers could not be loaded.',
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
  venuePosition: 'Venue position',
  positionUnknown: 'Position unknown',
  showOnMap: 'Show on map',
} as const;

/** Texts of `map-popup.tsx`. */
export const mapPopupStrings = {
  noSponsor: 'No sponsor',
  tryAgain: 'Try again',
  loadFailed: 'Error: the recent views could not be loaded.',
  noViews: 'No views yet.',
  recentViews: 'Recent views',
  andMore: 'and {more} more...',
  title: 'Outlet {eui}',
  noContact: 'No contact yet',
  lastContact: 'Last contact {time}',
  closePopup: 'Close popup',
  showDevices: 'Show devices',
} as const;

/** Texts of `onboarding-checklist.tsx`. */
export const onboardingChecklistStrings = {
  contactAdministrator: 'Contact an administrator',
  whatYouWillSee: 'What you’ll see',
  finishedTitle: 'Your network is running',
  title: 'First steps',
  finishedContext: 'All steps are done.',
  progress: '{done} of {steps} done. Steps are checked off automatically.',
  hide: 'Hide',
  done: '(done)',
  siteTitle: 'Add a property and its venue',
  siteText: 'The owner of the outlets, and where they are.',
  newVenue: 'New venue',
  newCustomer: 'New customer',
  outletsTitle: 'Add outlets',
  outletsText: 'Enter the EUI printed on each device. You can issue keys in the same form.',
  newOutlets: 'New outlets',
  keysTitle: 'Issue keys',
  keysText: 'Each outlet reports with its own key, which is shown once.',
  issueKey: 'Issue key',
  ratesTitle: 'Set the rate card',
  ratesText: 'What advertisers pay for 1,000 views, a click, or a burn.',
  setRates: 'Rate card',
  creativeTitle: 'Add a picture to a flight',
  creativeText: 'Outlets show the pictures of approved flights.',
  openCampaign: 'Open campaign',
  campaignTitle: 'Add an advertiser and a campaign',
  campaignText: 'Create flights, budgets, and ads in Campaigns, or import campaigns.csv.',
  importCampaigns: 'Import campaigns',
  newAdvertiser: 'New advertiser',
  eventTitle: 'Show the first ad',
  quickStart: 'Quick start',
  accountTitle: 'Invite the owner',
  accountText: 'Owners see only their own outlets and their own share.',
  addUser: 'Add user',
  ownerOutletsTitle: 'Your outlets will appear here',
  ownerOutletsText:
    'See where your outlets are, how often guests charge, and what you earn. An administrator adds outlets to your venues.',
  ownerEventTitle: 'Waiting for the first charge',
  ownerEventText:
    'The first charge appears here within seconds. If outlets have been installed for a day without one, contact an administrator.',
  advertiserCampaignTitle: 'Your campaigns will appear here',
  advertiserCampaignText:
    'See where your campaigns run, how often they’re seen, and what they cost. A manager of your organization creates the first one in Campaigns.',
  advertiserEventTitle: 'Waiting for the first view',
  advertiserEventText:
    'Your campaign is set up. The places where it runs appear here within seconds of the first view.',
  viewerOutletsTitle: 'No outlets yet',
  viewerOutletsText: 'Outlets and their figures appear here after an administrator adds them.',
  viewerEventTitle: 'No views yet',
  viewerEventText: 'The first view appears here within seconds.',
  eventText: 'Request an ad, then report its view. What it earned appears here within seconds.',
} as const;

/** Texts of `outlet-item.tsx`. */
export const outletItemStrings = {
  deviceEUI: 'Device EUI',
  lastContact: 'Last contact {time}',
  noContact: 'No contact yet',
  hiddenStatus: ', {status}',
} as const;

/** Texts of `outlet-list.tsx`. */
export const outletListStrings = {
  tryAgain: 'Try again',
  loadMoreFailed: 'Error: more outlets could not be loaded.',
} as const;

/** Texts of `outlet-map-card.tsx`. */
export const outletMapCardStrings = {
  title: 'Outlet map',
  loadFailed: 'The map could not be loaded.',
} as const;

/** Texts of `outlet-map-list.tsx`. */
export const outletMapListStrings = {
  empty: 'No outlets here. Move the map or change the filters.',
  hiddenStatus: ', {status}',
} as const;

/** Texts of `outlet-map-stage.tsx`. */
export const outletMapStageStrings = {
  inClusters: '{outlets} in clusters. Zoom in to list them.',
  notListed: '{outlets} not listed. Find them in Locate.',
  list: 'List',
  loadFailed: 'The map could not be loaded.',
  tryAgain: 'Try again',
  listInsteadFailed: 'Error: the map could not be loaded. The outlets are listed instead. {retry}',
  listInsteadUnsupported: 'This browser can’t draw the map. The outlets are listed instead.',
  outlets: 'Outlets',
  outletsInView: 'Outlets in view',
  listLoadFailed: 'The list of outlets could not be loaded.',
} as const;

/** Texts of `outlets-modal.tsx`. */
export const outletsModalStrings = {
  devices: 'Devices',
  tableCaption: 'Device EUI {eui} and other outlets at its venue',
  deviceEui: 'Device EUI',
  status: 'Status',
  lastContact: 'Last contact',
  today: '{label} today',
  title: 'Device EUI {eui}',
  closeDialog: 'Close dialog',
  loadFailed: 'The devices could not be loaded.',
  close: 'Close',
} as const;

/** Texts of `overview-panel.tsx`. */
export const overviewPanelStrings = {
  allDocuments: 'All documents',
  atAGlance: 'At a glance',
  allInContact: 'All in contact',
  offline: '{offline} offline',
  late: '{late} late',
  outletsThatNeedAttention: 'Outlets that need attention',
  noPlan: 'no plan yet',
  ofPlan: '{pace}% of plan',
  leftAndPace: 'left · {pace}',
  runningCampaigns: 'Running campaigns',
  none: 'None',
  viewCampaigns: 'View campaigns',
  lastWeek: 'A week ago: {views} by {until}',
  viewsToday: 'Views today',
  todo: 'To do',
  todoCount: 'To do: {total}',
  nothingWaits: 'nothing waits for you',
  notLoaded: 'Could not be loaded.',
  partNotLoaded: 'a part could not be loaded',
  tryAgain: 'Try again',
  systemProblems: 'System problems',
  noProblems: 'none found',
  placeholderNext: '$1,000.00 by Dec 6, 2026',
  keyFigures: 'Key figures',
  placeholderLabel: 'Figure {number}',
  placeholderDetail: '1 of 2, 3 of 4',
  loading: 'Loading',
  placeholders: 'Loading figures',
  offlineAndLate: '{offline}, {late}',
  lastWeekByNow: 'A week ago: {views} by now',
  placeholderMonth: 'about $1,115.00 expected; invoice on Dec 6, 2026',
  placeholderLast: 'I-000003, October 2026; last payment $500.00 on Nov 12, 2026',
} as const;

/** Texts of `period-label.tsx`. */
export const periodLabelStrings = {
  timeZone: 'in {timeZone}',
  updating: 'Updating…',
} as const;

/** Texts of `period-words.ts`. */
export const periodWordsStrings = {
  allTime: 'All time',
  days: '{from} – {to}',
  venueTimeZones: 'Each venue’s time zone',
  ownVenuesTimeZone: 'Your venues’ time zone',
  networkTimeZone: 'Network time zone',
  namedTimeZone: '{whose}, {timeZone}',
} as const;

/** Texts of `power-outlets.tsx`. */
export const powerOutletsStrings = {
  powerOutlets: 'Power Outlets',
  loadFailed: 'The outlets could not be loaded.',
  empty: 'No outlets yet.',
  codeLoadFailed: 'The outlets could not be loaded.',
} as const;

/** Texts of `print-link.tsx`. */
export const printLinkStrings = {
  download: 'Download PDF of {customer}',
  pdf: 'PDF',
} as const;

/** Texts of `range-filter.tsx`. */
export const rangeFilterStrings = {
  dateRange: 'Date range',
  timeZone: 'Time zone',
  ownTimeZone: '{timeZone}, your time zone',
  useContractTimeZone: 'Use contract time zone',
  timeZoneNote: 'Statements use the contract’s time zone, so amounts can differ.',
  asKnownOn: 'As known on',
  showCurrent: 'Show current figures',
  knownOnNote: 'Excludes events that arrived later. Today, ratings, and all time stay current.',
} as const;

/** Texts of `stale-since.ts`. */
export const staleSinceStrings = {
  note: 'Individual {nouns} before {since} (UTC) are no longer listed. Figures still include {missing}.',
} as const;

/** Texts of `stat-list.tsx`. */
export const statListStrings = {
  previousPeriod: 'Previous period',
  barMaximum: 'Full bar: {end}',
  today: 'today {text}',
  figureWithUnit: '{text} {unit}',
  newFigure: 'new',
  periodValue: '{period}: {value}',
  periodValueUnit: '{period}: {value} {unit}',
} as const;

/** Texts of `stat-rows.ts`. */
export const statRowsStrings = {
  chargesHint: 'A charge starts each time an outlet shows an ad',
  viewsHint: 'Ads shown to visitors',
  clicks: 'Clicks',
  clicksHint: 'Visitors who followed an ad',
  burns: 'Burns',
  burnsHint: 'Ads that played to the end (completed views)',
  revenueHint: 'Recorded revenue from all events, before the owner’s share',
  ownerRevenueHint: 'Your share of the revenue recorded at these outlets',
  spendHint: 'What your campaigns cost at these outlets',
  energyEstimatedHint: 'Energy used by charges, partly estimated where outlets have no meter',
  energyMeteredHint: 'Energy used by charges, as metered by the outlets',
  energy: 'Energy',
  energyCost: 'Energy cost',
  energyCostHint: 'Energy × {price} per kWh',
  rating: 'Rating',
  ratingHint: 'Burns ÷ views in the last 30 days, from 0 to 100',
  totalViews: 'Total Views',
  totalClicks: 'Total Clicks',
  totalCampaignSpend: 'Total Campaign spend',
} as const;

/** Texts of `stat-text.ts`. */
export const statTextStrings = {
  maximumKwh: '{maximum} kWh',
  kwh: 'kWh',
  ofHundred: 'of 100',
} as const;

/** Texts of `summary-card.tsx`. */
export const summaryCardStrings = {
  campaignsAndActive: '{campaigns}, {active} active',
  outletsOfCustomers: '{outlets} of {customers}',
  status: 'Status',
  showOutlets: '{count} {status}: show these outlets',
  loadFailed: 'The overview could not be loaded.',
  allCampaigns: 'all campaigns',
  refreshFailed: 'Error: the latest figures could not be loaded. Older figures are shown.',
} as const;

/** Texts of `usage-bar.tsx`. */
export const usageBarStrings = {
  hint: "today's views ÷ all views",
  moreUsage: '{percent}% more usage',
  usage: 'Usage',
} as const;

/** Texts of `views-table.tsx`. */
export const viewsTableStrings = {
  newViews: { one: 'new view', other: 'new views' },
  label: 'Views of {eui}',
  caption: '{views} of Device EUI {eui}, newest first',
  tryAgain: 'Try again',
  loadMoreFailed: 'Error: older views could not be loaded.',
  scrollForMore: 'Scroll to load older {views}',
  loadFailed: 'The views of this outlet could not be loaded.',
  empty: 'No {views} in this range.',
  newCharges: { one: 'new charge', other: 'new charges' },
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
  mostViews: 'Most {views}',
  fewestViews: 'Fewest {views}',
  mostViewsToday: 'Most {views} today',
  fewestViewsToday: 'Fewest {views} today',
  highestMoney: 'Highest {money}',
  lowestMoney: 'Lowest {money}',
  biggestViewsIncrease: 'Biggest increase in {views}',
  biggestViewsDecrease: 'Biggest decrease in {views}',
  biggestMoneyIncrease: 'Biggest increase in {money}',
  biggestMoneyDecrease: 'Biggest decrease in {money}',
  mostOutlets: 'Most outlets',
  fewestOutlets: 'Fewest outlets',
  timestamp: 'Timestamp',
  fingerprint: 'Fingerprint',
  sponsor: 'Sponsor',
  cryptic: 'Cryptic',
  flight: 'Flight',
} as const;
