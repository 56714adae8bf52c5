/** Texts of `ad-preview.tsx`. */
export const adPreviewStrings = {
  yourPicture: 'Your picture',
  sponsor: 'Sponsor',
  sponsoredBy: 'Sponsored by {sponsor}',
} as const;

/** Texts of `campaign-page.tsx`. */
export const campaignPageStrings = {
  flight: 'Flight',
  changeProposed: '{code} (change proposed)',
  campaign: 'Campaign',
  theCampaignCouldNotBe: 'The campaign could not be loaded.',
  newFlight: 'New flight',
  campaigns: 'Campaigns',
  of: 'Of {advertiser}',
  change: 'Change',
  allFlightsTogether: 'All flights together',
  state: 'State',
  spend: 'Spend',
  of2: '{spent} of {budget}',
  ofPlan: 'Of plan',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
  sponsorText: 'Sponsor text',
  theName: '{advertiser} (the name)',
  category: 'Category',
  daysCountIn: 'Days count in',
  flights: 'Flights',
  ofThisCampaign: '{flights} of this campaign',
  noFlightsYet: 'No flights yet',
  aFlightHasTheDates: 'A flight has the dates, the budget and what is shown.',
  pause: 'Pause',
  resume: 'Resume',
} as const;

/** Texts of `campaign-plan.tsx`. */
export const campaignPlanStrings = {
  campaignName: 'Campaign name',
  sponsorText: 'Sponsor text',
  standsUnderTheAdEmpty: 'Stands under the ad. Empty: your organisation’s name.',
  whatItAdvertises: 'What it advertises',
  aPropertyMayKeepA: 'A property may keep a category off its outlets.',
  timeZone: 'Time zone',
  itsDaysBeginAndEnd: 'Its days begin and end there, such as America/Chicago.',
  changeTheCampaign: 'Change the campaign',
  save: 'Save',
  wasSaved: '{name} was saved',
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
  of: 'Of {customer}',
  whatRunsAndWhatIt: 'What runs, and what it costs',
  makeTheFirstOneIt: 'Make the first one: it takes some minutes.',
  ofAllAdvertisers: 'Of all advertisers',
  reviewQueue: 'Reviews',
  rateCard: 'Rate card',
  makeOneOrImportCampaigns: 'Make one, or import campaigns.csv, once its advertisers are customers.',
  export: 'Export',
  newCampaign: 'New campaign',
  campaignList: 'Campaign list',
  campaignOrFlight: 'Campaign or flight',
  campaignFlightOrAdvertiser: 'Campaign, flight or advertiser',
  noCampaignsYet: 'No campaigns yet',
  aManagerOfYourOrganisation: 'A manager of your organisation makes them.',
} as const;

/** Texts of `creative-list.tsx`. */
export const creativeListStrings = {
  proposeToRemoveTheCreative: 'Propose to remove the creative',
  removeTheCreative: 'Remove the creative',
  propose: 'Propose',
  remove: 'Remove',
  isShownUntilAnAdministrator: '{name} is shown until an administrator decides.',
  isNoLongerShownBy: '{name} is no longer shown by this flight.',
  thatGoesWaitsForAn: 'That {name} goes waits for an administrator',
  wasRemoved: '{name} was removed',
  noneYet: 'None yet.',
  keptOffBy: 'Kept off by {customer}: “{reason}”',
  itsRemovalIsProposed: 'Its removal is proposed.',
  remove2: 'Remove {name}',
} as const;

/** Texts of `not-counted.tsx`. */
export const notCountedStrings = {
  notCounted: '{count} {kind} not counted. {why}',
  notCounted2: '{count} not counted',
} as const;

/** Texts of `pacing-chart.tsx`. */
export const pacingChartStrings = {
  theLinesBeginOnIts: 'The lines begin on its first day.',
  spent: 'Spent {spent}',
  plannedByNow: 'Planned by now {expected}',
  chart: 'Chart',
  table: 'Table',
  spendFromToButtonTable: 'Spend from {day} to {day2}. Button Table: the figures.',
  spendByDay: 'Spend by day',
  all: 'All {days}',
  on: 'on {day}',
  day: 'Day',
  spent2: 'Spent',
  planned: 'Planned',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
} as const;

/** Texts of `pacing-panel.tsx`. */
export const pacingPanelStrings = {
  spendAgainstThePlan: 'Spend against the plan',
  byDayIn: 'By day in {timeZone}',
  theSpendCouldNotBe: 'The spend could not be loaded.',
  of: 'of {budget}',
  ofPlan: 'Of plan',
  planned: 'planned {expected}',
  planned2: 'planned {planned}',
  atMost: 'at most {dailyCap}',
  atItsEnd: 'At its end',
  atThisPace: 'at this pace',
  allSpentOn: 'all spent on {spentAt}',
  soFar: 'so far',
} as const;

/** Texts of `proposal-note.tsx`. */
export const proposalNoteStrings = {
  proposedChange: 'Proposed change',
  aChangeWaitsForAn: 'A change waits for an administrator.',
  runsOnUnchangedUntilThen: '{aChange} {code} runs on unchanged until then. Proposed by {by}, {at}.',
} as const;

/** Texts of `rates-page.tsx`. */
export const ratesPageStrings = {
  inForce: 'In force',
  toCome: 'To come',
  over: 'Over',
  paidFor: 'Paid for',
  venueType: 'Venue type',
  allWithoutAPriceOf: 'All without a price of their own',
  price: 'Price',
  from: 'From',
  standing: 'Standing',
  newPrice: 'New price',
  itHoldsFromNowOr: 'It holds from now or later. Flights that were submitted keep the prices they were submitted with.',
  begin: 'Begin',
  allTypesWithoutAPrice: 'All types without a price of their own',
  theBeginningOfADay: 'The beginning of a day to come. Empty: from now.',
  theRateCardWasChanged: 'The rate card was changed',
  campaigns: 'Campaigns',
  rateCard: 'Rate card',
  whatFlightsPayThatHave: 'What flights pay that have no price of their own',
  prices: 'Prices',
  theRateCardCouldNot: 'The rate card could not be loaded.',
  noPricesYet: 'No prices yet',
  untilThereIsOneAn: 'Until there is one, an administrator sets the price of each flight.',
} as const;

/** Texts of `reach-panel.tsx`. */
export const reachPanelStrings = {
  whereItRuns: 'Where it runs',
  inServiceNow: '{targets}: {outlets} in service now',
  theOutletsCouldNotBe: 'The outlets could not be loaded.',
  noOutletInServiceIs: 'No outlet in service is reached',
  chooseMorePlacesOrFewer: 'Choose more places, or fewer exclusions.',
  venuesReached: 'Venues reached',
  venue: 'Venue',
  outlets: 'Outlets',
  moreVenues: { one: 'more venue', other: 'more venues' },
  and: 'and {venues}',
} as const;

/** Texts of `reviews-page.tsx`. */
export const reviewsPageStrings = {
  waitingLongest: 'Waiting longest',
  waitingShortest: 'Waiting shortest',
  startingFirst: 'Starting first',
  advertiser: 'Advertiser',
  campaigns: 'Campaigns',
  reviewQueue: 'Reviews',
  flightsAndChangesThatWait: 'Flights and changes that wait for an administrator',
  waiting: 'Waiting',
  flightCampaignOrAdvertiser: 'Flight, campaign or advertiser',
  sortBy: 'Sort by',
  theQueueCouldNotBe: 'The queue could not be loaded.',
  nothingWaits: 'Nothing waits',
  nothingThatWaitsHasThis: 'Nothing that waits has this text',
  whatAdvertisersSubmitOrPropose: 'What advertisers submit or propose stands here.',
  change: 'Change',
  newFlight: 'New flight',
  of: '{campaign} of {advertiser}, {category}',
  by: 'By {by}, {at}',
  approve: 'Approve {code}',
  approve2: 'Approve',
  decline: 'Decline',
  return: 'Return',
} as const;

/** Texts of `why-figure.tsx`. */
export const whyFigureStrings = {
  spend: 'Spend',
  views: 'Views',
  clicks: 'Clicks',
  burns: 'Burns',
  plannedByNow: 'Planned by now',
  atItsEnd: 'At its end',
  planned: 'Planned',
  of: '{label} of {name}{detail}',
} as const;
