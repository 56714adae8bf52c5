/** Texts of `creative-inputs.tsx`. */
export const creativeInputsStrings = {
  creativeFile: 'Creative file',
  chooseAPicture: 'Choose a picture',
  chooseAnotherPicture: 'Choose another picture',
  pNGJPEGOrWebPUp: 'PNG, JPEG or WebP up to 5 MB, {creativeShortSide} px or more on its short side.',
  nameOfTheCreative: 'Name of the creative',
  targetAddress: 'Target address',
  seconds: 'Seconds',
  to: '{least} to {most}',
} as const;

/** Texts of `flight-act-plans.tsx`. */
export const flightActPlansStrings = {
  submitForReview: 'Submit for review',
  submit: 'Submit',
  anAdministratorLooksAtIts:
    'An administrator looks at {code}. Its prices are fixed now, and it cannot be changed until it is decided on.',
  wasSubmitted: 'was submitted',
  approveTheFlight: 'Approve the flight',
  approve: 'Approve',
  runsFromItsFirstDay: '{code} runs from its first day on.',
  wasApproved: 'was approved',
  approveTheChange: 'Approve the change',
  whatIsProposedOfHolds: 'What is proposed of {code} holds from now on.',
  wasChanged: 'was changed',
  pauseTheFlight: 'Pause the flight',
  pause: 'Pause',
  isHeldUntilSomebodyResumes: '{code} is held until somebody resumes it. Its days go on.',
  isPaused: 'is paused',
  resumeTheFlight: 'Resume the flight',
  resume: 'Resume',
  runsOn: '{code} runs on.',
  runsOn2: 'runs on',
  withdrawTheChange: 'Withdraw the change',
  withdraw: 'Withdraw',
  staysAsItIs: '{code} stays as it is.',
  staysAsItIs2: 'stays as it is',
  cancelTheFlight: 'Cancel the flight',
  endItForEver: 'End it for ever',
  endsForEverWhatIt:
    '{code} ends for ever. What it showed until now is paid; a flight that is only to be held is paused instead.',
  wasCancelled: 'was cancelled',
} as const;

/** Texts of `flight-columns.tsx`. */
export const flightColumnsStrings = {
  state: 'State',
  firstDay: 'First day',
  lastDay: 'Last day',
  budget: 'Budget',
  spend: 'Spend',
  ofPlan: 'Of plan',
  views: 'Views',
  clicks: 'Clicks',
} as const;

/** Texts of `flight-draft.ts`. */
export const flightDraftStrings = {
  writeAnAmountSuchAs: 'Write an amount, such as 2500.',
  writeANumberFrom1: 'Write a number from 1 to 1000, or nothing.',
} as const;

/** Texts of `flight-form-page.tsx`. */
export const flightFormPageStrings = {
  draft: 'Draft',
  theDraftCouldNotBe: 'The draft could not be loaded.',
} as const;

/** Texts of `flight-form.tsx`. */
export const flightFormStrings = {
  wasSubmittedAnAdministratorLooks: '{code} was submitted: an administrator looks at it',
  campaigns: 'Campaigns',
  newCampaign: 'New campaign',
  draft: 'Draft',
  thisDraftWasChangedIn:
    'This draft was changed in another window meanwhile. What you typed here stays, the rest is as it was stored there.',
  somebodyElseChangedItMeanwhile: 'Somebody else changed it meanwhile. Load this page anew.',
  returned: 'Returned:',
  campaign: 'Campaign',
  whenAndWhere: 'When and where',
  money: 'Money',
  whatIsShown: 'What is shown',
  whatItComesTo: 'What it comes to',
  submitForReview: 'Submit for review',
  savingTheDraft: 'Saving the draft…',
  theDraftIsSavedYou: 'The draft is saved. You may close the browser and go on later.',
  savedOnceItHasAn: 'Saved once it has an advertiser and a name.',
  savedOnceItHasA: 'Saved once it has a name.',
  theDraftWillBeSaved: 'The draft will be saved in a moment.',
  notAllOfItCould: 'Not all of it could be saved yet.',
  theRateCardHasNo: 'The rate card has no price for this; an administrator sets one.',
  sayForWhichAdvertiser: 'Say for which advertiser.',
  writeAName: 'Write a name.',
  sayWhenItStarts: 'Say when it starts.',
  sayWhenItEnds: 'Say when it ends.',
  giveItABudget: 'Give it a budget.',
  chooseWhatIsPaidFor: 'Choose what is paid for.',
  addACreative: 'Add a creative.',
  advertiser: 'Advertiser',
  typeAName: 'Type a name',
  noAdvertiserHasThisName: 'No advertiser has this name',
  theCreativeWasAdded: 'The creative was added',
  addTheCreative: 'Add the creative',
} as const;

/** Texts of `flight-inputs.tsx`. */
export const flightInputsStrings = {
  noTheyDoNotEarn: 'No: they do not earn',
  yesTheyEarnAndCost: 'Yes: they earn and cost budget',
  firstDay: 'First day',
  lastDay: 'Last day',
  budget: 'Budget',
  dailyCap: 'Daily cap',
  emptyNone: 'Empty: none.',
  viewsPerVisitorAndDay: 'Views per visitor and day',
  emptyAsManyAsThere: 'Empty: as many as there are.',
  pacing: 'Pacing',
  howItsBudgetIsSpread: 'How its budget is spread.',
  acceptViewsWithoutAPlay: 'Accept views without a play',
  outletsThatChooseAdsThemselves:
    'Outlets that choose ads themselves report such views. This server cannot check them.',
  paidFor: 'Paid for',
  fixedOnceItIsApproved: 'Fixed once it is approved.',
  atThePricesOfThe: 'At the prices of the rate card.',
  choose: 'Choose',
} as const;

/** Texts of `flight-page.tsx`. */
export const flightPageStrings = {
  flight: 'Flight',
  theFlightCouldNotBe: 'The flight could not be loaded.',
  campaigns: 'Campaigns',
  of: 'Of {advertiser}. {state}',
  returned: 'Returned:',
  nothingToShow: 'Nothing to show:',
  creatives: 'Creatives',
  asAnOutletShowsThem: 'As an outlet shows them',
  none: 'None',
  terms: 'Terms',
  daysCountIn: 'Days count in {timeZone}',
  firstDay: 'First day',
  notSaidYet: 'Not said yet',
  lastDay: 'Last day',
  budget: 'Budget',
  dailyCap: 'Daily cap',
  visitorCap: 'Visitor cap',
  perVisitorAndDay: '{visitorCap} per visitor and day',
  pacing: 'Pacing',
  viewsWithoutAPlay: 'Views without a play',
  accepted: 'Accepted',
  notAccepted: 'Not accepted',
  paidFor: 'Paid for',
  notChosenYet: 'Not chosen yet',
  where: 'Where',
  sponsorText: 'Sponsor text',
  priceVersions: 'Price versions',
  noneYetChooseWhatIs: 'None yet: choose what is paid for.',
  from: '{where}, from {toThe}',
  setByAnAdministrator: 'Set by an administrator.',
  addTheCreative: 'Add the creative',
  theCreativeWaitsForAn: 'The creative waits for an administrator',
  theCreativeWasAdded: 'The creative was added',
  proposeACreative: 'Propose a creative',
  addACreative: 'Add a creative',
  history: 'History',
  whoChangedWhatNewestFirst: 'Who changed what, newest first',
  theHistoryCouldNotBe: 'The history could not be loaded.',
  by: '{action} by {by}, {span}',
  nothingHasBeenChangedYet: 'Nothing has been changed yet.',
  submitForReview: 'Submit for review',
  approve: 'Approve',
  approveTheChange: 'Approve the change',
  resume: 'Resume',
  proposeAChange: 'Propose a change',
  change: 'Change',
  declineTheChange: 'Decline the change',
  return: 'Return',
  pause: 'Pause',
  setAPrice: 'Set a price',
  withdrawTheChange: 'Withdraw the change',
  cancelTheFlight: 'Cancel the flight',
  moreActsOn: 'More acts on {code}',
} as const;

/** Texts of `flight-plans.tsx`. */
export const flightPlansStrings = {
  proposeAChange: 'Propose a change',
  changeTheFlight: 'Change the flight',
  runsOnUnchangedUntilAn: '{code} runs on unchanged until an administrator decides.',
  itHoldsAtOnce: '{code}: it holds at once.',
  propose: 'Propose',
  save: 'Save',
  theChangeOfWaitsFor: 'The change of {code} waits for an administrator',
  wasChanged: '{code} was changed',
  declineTheChange: 'Decline the change',
  returnTheFlight: 'Return the flight',
  runsOnAsItIs: '{code} runs on as it is.',
  goesBackToItsAdvertiser: '{code} goes back to its advertiser, who may change it.',
  decline: 'Decline',
  return: 'Return',
  reason: 'Reason',
  theAdvertiserReadsIt: 'The advertiser reads it.',
  theChangeOfWasDeclined: 'The change of {code} was declined',
  wasReturned: '{code} was returned',
  setAPrice: 'Set a price',
  ofInsteadOfTheRate: 'Of {code}, instead of the rate card’s. It holds from now or later, never earlier.',
  setThePrice: 'Set the price',
  price: 'Price',
  of1000ViewsA: 'Of 1,000 views, a click, a burn or a view, as it is paid for. {viewPrecision}',
  from: 'From',
  theBeginningOfADay: 'The beginning of a day to come. Empty: from now.',
  thePriceOfWasSet: 'The price of {code} was set',
} as const;

/** Texts of `forecast-panel.tsx`. */
export const forecastPanelStrings = {
  to: '{low} to {high}',
  tooFewOutletsToForecast: 'Too few outlets to forecast. Add more places.',
  enterAStartDateAnd: 'Enter a start date and an end date to forecast views.',
  noOtherFlightsRunThere: 'No other flights run there then.',
  otherFlightsRun: { one: 'other flight runs', other: 'other flights run' },
  thereThen: '{competing} there then.',
  fewerThanThreeOtherFlights: 'Fewer than three other flights run there then.',
  aboutThereThen: 'About {competing} there then.',
  forecast: 'Forecast',
  fromWhatItsOutletsShowed: 'From what its outlets showed in the last 28 days',
  thereIsNoForecastFor: 'There is no forecast for this.',
  outlets: 'Outlets',
  reachedNow: 'reached now',
  andThatBlockTheCategory: 'and {blockedOutlets} that block the category',
  estimatedFromAveragesOfSimilar: 'Estimated from averages of similar outlets, rounded to two digits.',
} as const;

/** Texts of `missing-list.tsx`. */
export const missingListStrings = {
  nothingIsMissing: 'Nothing is missing',
  stillMissing: 'Still missing',
  submitItForReviewAn: 'Submit it for review: an administrator looks at it.',
  beforeItCanBeSubmitted: 'Before it can be submitted',
} as const;

/** Texts of `state-of-flight.tsx`. */
export const stateOfFlightStrings = {
  noFlights: 'No flights',
  nothingToShow: '{state}, nothing to show',
} as const;

/** Texts of `target-field.tsx`. */
export const targetFieldStrings = {
  whereItRuns: 'Where it runs',
  everywhereUnlessYouChooseSome:
    'Everywhere, unless you choose some. What comes to match later is reached from then on.',
  venueTypes: 'Venue types',
  states: 'States',
  customersVenuesOutlets: 'Customers, venues, outlets',
  notAt: 'Not at…',
  notVenueTypes: 'Not venue types',
  notStates: 'Not states',
  notCustomersVenuesOutlets: 'Not customers, venues, outlets',
  noLongerThere: 'No longer there',
  noneHasThisName: 'None has this name',
  typeAName: 'Type a name',
  customers: 'Customers',
  venues: 'Venues',
  outlets: 'Outlets',
  latitude: 'Latitude',
  longitude: 'Longitude',
  kilometres: 'Kilometres',
  withinACircle: 'Within a circle',
  clickTheMapWhereIts: 'Click the map where its middle is',
  chooseItsMiddleOnThe: 'Choose its middle on the map',
  aCircleCountsOnceIt: 'A circle counts once it has a latitude, a longitude and its kilometres.',
} as const;
