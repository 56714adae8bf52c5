/** Texts of `ad-preview.tsx`. */
export const adPreviewStrings = {
  picturePlaceholder: 'Your picture',
  sponsor: 'Sponsor',
  sponsoredBy: 'Sponsored by {sponsor}',
  pictureAlt: 'Ad: {name}',
  seconds: '{seconds} s',
} as const;

/** Texts of `campaign-page.tsx`. */
export const campaignPageStrings = {
  searchFlights: 'Search flights',
  flight: 'Flight',
  changeProposed: '{code} (change proposed)',
  campaign: 'Campaign',
  loadFailed: 'The campaign could not be loaded.',
  newFlight: 'New flight',
  campaigns: 'Campaigns',
  edit: 'Edit',
  summary: 'All flights',
  state: 'State',
  spend: 'Spend',
  spentOfBudget: '{spent} of {budget}',
  pace: 'Pace',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
  sponsorText: 'Sponsor text',
  defaultSponsor: '{advertiser} (default)',
  category: 'Category',
  timeZone: 'Time zone',
  flights: 'Flights',
  flightsContext: '{flights} in this campaign',
  noFlightsYet: 'No flights yet',
  noFlightsHint: 'A flight sets the dates, budget, targeting, and creatives. Add one to start.',
  pause: 'Pause',
  resume: 'Resume',
  pauseFlight: 'Pause {code}',
  resumeFlight: 'Resume {code}',
} as const;

/** Texts of `campaign-plan.tsx`. */
export const campaignPlanStrings = {
  campaignName: 'Campaign name',
  sponsorText: 'Sponsor text',
  sponsorHint: 'Shown below the ad. Leave blank to use your organization’s name.',
  category: 'Category',
  categoryHint: 'Properties can block categories at their outlets.',
  timeZone: 'Time zone',
  timeZoneHint: 'Sets when each day starts and ends. For example, America/Chicago.',
  editCampaign: 'Edit campaign',
  save: 'Save',
  saved: '{name} saved',
  nameHint: 'For you and administrators. Visitors don’t see it.',
} as const;

/** Texts of `campaigns-page.tsx`. */
export const campaignsPageStrings = {
  importCampaigns: 'Import campaigns',
  campaign: 'Campaign',
  advertiser: 'Advertiser',
  state: 'State',
  allStates: 'All states',
  category: 'Category',
  allCategories: 'All categories',
  campaigns: 'Campaigns',
  defaultContext: 'Your ads and what they cost',
  emptyForManager: 'Create your first campaign. It takes a few minutes.',
  allAdvertisers: 'All advertisers',
  reviewQueue: 'Reviews',
  rateCard: 'Rate card',
  emptyForAdministrator: 'Create a campaign, or import campaigns.csv after you add its advertisers as customers.',
  newCampaign: 'New campaign',
  campaignList: 'Campaign list',
  searchOwn: 'Campaign or flight',
  searchAll: 'Campaign, flight, or advertiser',
  emptyTitle: 'No campaigns yet',
  emptyForViewer: 'Campaigns appear here after a manager of your organization creates them.',
} as const;

/** Texts of `creative-list.tsx`. */
export const creativeListStrings = {
  proposeRemoval: 'Propose creative removal',
  removeCreative: 'Remove creative',
  propose: 'Send for review',
  remove: 'Remove',
  proposeRemovalText: '{name} keeps running until an administrator approves the removal.',
  removalText: 'This flight no longer shows {name}.',
  removalProposed: 'Removal of {name} sent for review',
  removed: '{name} removed',
  empty: 'No creatives yet.',
  rejectedBy: 'Rejected by {customer}: “{reason}”',
  removalPending: 'Removal awaiting approval.',
  removeNamed: 'Remove {name}',
} as const;

/** Texts of `not-counted.tsx`. */
export const notCountedStrings = {
  invalidLabel: '{events}. {why}',
  invalidCount: '{count} invalid',
  views: { one: 'invalid view', other: 'invalid views' },
  clicks: { one: 'invalid click', other: 'invalid clicks' },
  burns: { one: 'invalid burn', other: 'invalid burns' },
  reasonCount: '{reason}: {count}',
} as const;

/** Texts of `pacing-chart.tsx`. */
export const pacingChartStrings = {
  notStarted: 'The chart starts on the flight’s first day.',
  spent: 'Spent {spent}',
  planned: 'Planned to date {expected}',
  chart: 'Chart',
  table: 'Table',
  chartLabel: 'Spend from {first} to {last}. Use the Table button for the figures.',
  spendByDay: 'Spend by day',
  showAllDays: 'Show all {days}',
  day: 'Day',
  spentColumn: 'Spent',
  plannedColumn: 'Planned',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
} as const;

/** Texts of `pacing-panel.tsx`. */
export const pacingPanelStrings = {
  title: 'Spend vs. plan',
  context: 'By day. Time zone: {timeZone}',
  loadFailed: 'The spend could not be loaded.',
  ofBudget: 'of {budget}',
  pace: 'Pace',
  plannedToDate: 'planned {expected}',
  plannedToday: 'planned {planned}',
  dailyCap: 'daily cap {cap}',
  projectedSpend: 'Projected spend',
  atThisPace: 'at the current pace',
  spentOn: 'budget used up on {day}',
  toDate: 'to date',
  spent: 'Spent',
  today: 'Today',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
} as const;

/** Texts of `proposal-note.tsx`. */
export const proposalNoteStrings = {
  proposedChange: 'Proposed change',
  heading: 'A change is waiting for approval.',
  note: '{heading} Until then, {code} runs unchanged. Proposed by {by}, {at}.',
} as const;

/** Texts of `rates-page.tsx`. */
export const ratesPageStrings = {
  searchPrices: 'Search prices',
  priceNoun: { one: 'price', other: 'prices' },
  current: 'Current',
  upcoming: 'Upcoming',
  past: 'Past',
  pricingModel: 'Pricing model',
  venueType: 'Venue type',
  otherTypes: 'All other types',
  price: 'Price',
  from: 'Start date',
  status: 'Status',
  newPrice: 'New price',
  newPriceContext: 'Applies from now or a later date. Submitted flights keep their prices.',
  addPrice: 'Add price',
  otherTypesChoice: 'All types without their own price',
  fromHint: 'Applies from the start of this day. Leave blank to start now.',
  saved: 'Price added',
  campaigns: 'Campaigns',
  rateCard: 'Rate card',
  context: 'Prices for flights without a price of their own',
  prices: 'Prices',
  loadFailed: 'The rate card could not be loaded.',
  emptyTitle: 'No prices yet',
  emptyText: 'Add a price, or set a price for each flight.',
} as const;

/** Texts of `reach-panel.tsx`. */
export const reachPanelStrings = {
  title: 'Reach',
  context: '{targets}: {outlets} in service now',
  loadFailed: 'The outlets could not be loaded.',
  emptyTitle: 'No outlets reached',
  emptyText: 'Choose more places or fewer exclusions.',
  venuesReached: 'Venues reached',
  venue: 'Venue',
  outlets: 'Outlets',
  moreVenues: { one: 'more venue', other: 'more venues' },
  venuesLeftOut: 'and {venues}',
} as const;

/** Texts of `reviews-page.tsx`. */
export const reviewsPageStrings = {
  sortLongest: 'Longest wait',
  sortShortest: 'Shortest wait',
  sortStart: 'Earliest start',
  advertiser: 'Advertiser',
  campaigns: 'Campaigns',
  reviewQueue: 'Reviews',
  context: 'Flights and changes that need your approval',
  queueLabel: 'Reviews',
  searchLabel: 'Flight, campaign, or advertiser',
  sortBy: 'Sort by',
  loadFailed: 'The review queue could not be loaded.',
  emptyTitle: 'No pending reviews',
  noMatches: 'No matching reviews',
  emptyText: 'Flights and changes from advertisers appear here when they need approval.',
  change: 'Change',
  newFlight: 'New flight',
  waitingFlight: '{advertiser}, {campaign}, {category}',
  submittedBy: 'Submitted by {by}, {at}',
  approveFlight: 'Approve {code}',
  approve: 'Approve',
  decline: 'Decline',
  return: 'Return',
  waitingFlightWithBudget: '{advertiser}, {campaign}, {category}, {budget}',
  declineFlight: 'Decline {code}',
  returnFlight: 'Return {code}',
} as const;

/** Texts of `campaign-figure.tsx`. */
export const campaignFigureStrings = {
  spend: 'Spend',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
  plannedToDate: 'Planned to date',
  projectedSpend: 'Projected spend',
  planned: 'Planned',
  figureOf: '{figure} for {name}',
  figureToday: '{figure} for {name} today',
  figureOnDay: '{figure} for {name} on {day}',
} as const;
