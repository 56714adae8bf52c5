/** Texts of `area-panel.tsx`. */
export const areaPanelStrings = {
  map: 'Map',
  clickAnOutletOrA: 'Click an outlet or a number to filter by it, use what is shown, or draw a part of it.',
  theMapCouldNotBe: 'The map could not be loaded.',
  useThisArea: 'Use this area',
  drawAnArea: 'Draw an area',
  everywhere: 'Everywhere',
  noLongerOnly: 'No longer only {name}',
} as const;

/** Texts of `breakdown-panel.tsx`. */
export const breakdownPanelStrings = {
  of: 'of {title}',
  cSV: 'CSV',
  by: '{title} by',
  thisTableCouldNotBe: 'This table could not be loaded.',
  nothingInThisRange: 'Nothing in this range.',
  change: 'Change',
  showAll: 'Show all {rows}',
  showOf: 'Show {moreRows} of {rows}',
  removeTheFilter: 'Remove the filter {name}',
  filterBy: 'Filter by {name}',
  of2: '{label} of {name}',
} as const;

/** Texts of `metric-cards.tsx`. */
export const metricCardsStrings = {
  figures: 'Figures',
  from: ', {change} from {before}',
} as const;

/** Texts of `report-chart.tsx`. */
export const reportChartStrings = {
  before: ', before {compared}',
  by: '{label} by {unit}',
  before2: 'before',
  highest: 'highest {highest}',
  asATable: 'As a table',
  before3: 'Before',
  loading: 'Loading',
} as const;

/** Texts of `report-mark-plans.tsx`. */
export const reportMarkPlansStrings = {
  aNoteOnADay: 'A note on a day',
  everybodyOfYourOrganisationReads: 'Everybody of your organisation reads it beside the chart.',
  putItThere: 'Put it there',
  day: 'Day',
  whatHappened: 'What happened',
  marathonInTown: 'Marathon in town',
  theNoteWasPutThere: 'The note was put there',
  takeTheNoteAway: 'Take the note away',
  takeAway: 'Take away',
  theNoteWasTakenAway: 'The note was taken away',
} as const;

/** Texts of `report-range.tsx`. */
export const reportRangeStrings = {
  dateRange: 'Date range',
  presets: 'Presets',
  key: 'Key {index}',
  datesComparisonTimeZone: 'Dates, comparison, time zone',
  compareWith: 'Compare with',
  asKnownOn: 'As known on',
  daysOf: 'Days of',
  countedIn: 'Counted in {timeZone}',
  theContract: 'The contract',
  chooseAStartAndAn: 'Choose a start and an end date.',
  theStartMustNotBe: 'The start must not be after the end.',
  start: 'Start',
  go: 'Go',
} as const;

/** Texts of `report-search.ts`. */
export const reportSearchStrings = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  all: 'All',
  nothing: 'Nothing',
  periodBefore: 'Period before',
  sameWeekdaysBefore: 'Same weekdays before',
  aYearBefore: 'A year before',
} as const;

/** Texts of `reports-page.tsx`. */
export const reportsPageStrings = {
  whatHappened: 'What happened',
  takeAway: 'Take away',
  allThatHappened: 'All {marks} that happened',
  addANote: 'Add a note',
  filters: 'Filters',
  remove: 'Remove {text}',
  clearAll: 'Clear all',
  places: 'Places',
  sponsors: 'Sponsors',
  hoursOfTheWeek: 'Hours of the week',
  countedOrNot: 'Counted or not',
  reports: 'Reports',
  saveAndDownload: 'Save and download',
  save: 'Save',
  savedReports: 'Saved reports',
  figuresOverTime: 'Figures over time',
  comparedWith: ', compared with {before}',
  theReportCouldNotBe: 'The report could not be loaded.',
  someFiguresCouldNotBe: 'Some figures could not be loaded.',
  error: 'Error',
} as const;

/** Texts of `save-report-plan.tsx`. */
export const saveReportPlanStrings = {
  nothingMore: 'Nothing more',
  saveThisReport: 'Save this report',
  itsDaysMoveOnWith:
    'Its days move on with the calendar where they are named by it. Who reads it sees what they may see.',
  save: 'Save',
  aRowForEach: 'A row for each',
  inItsFilesAndMails: 'In its files and mails',
  andEach: 'and each',
  wasSaved: '{name} was saved',
} as const;

/** Texts of `saved-report-inputs.tsx`. */
export const savedReportInputsStrings = {
  name: 'Name',
  weekByVenue: 'Week by venue',
  everybodyOfTheOrganisationSees: 'Everybody of the organisation sees it',
  change: 'Change {name}',
  itsMailsAndLinksGo:
    'Its mails and links go on. What it asks stays as it is: for another question save another report.',
  save: 'Save',
  wasSaved: '{name} was saved',
  seenByEverybodyOfThe: 'Seen by everybody of the organisation',
  yes: 'Yes',
  no: 'No',
} as const;

/** Texts of `saved-report-item.tsx`. */
export const savedReportItemStrings = {
  shared: 'Shared',
  yours: 'Yours',
  aFormerColleague: 'a former colleague',
  by: 'By {maker}',
  changed: '{detail} · changed {updatedAt}',
  mailsAndLinksOf: 'Mails and links of {name}',
  mailsAndLinks: 'Mails and links',
  mail: 'Mail {name}',
  mail2: 'Mail',
  makeALinkTo: 'Make a link to {name}',
  link: 'Link',
  change: 'Change {name}',
  change2: 'Change',
  delete: 'Delete {name}',
  delete2: 'Delete',
  itsMailsAndLinksCould: 'Its mails and links could not be loaded.',
  mailed: 'Mailed',
  notMailedToAnybody: 'Not mailed to anybody.',
  asToNext: '{schedule}, as {format}, to {recipients}; next {nextAt}',
  end: 'End',
  links: 'Links',
  noLinks: 'No links.',
  withAPassword: ', with a password',
  seenOnce: 'seen once',
  seenTimes: 'seen {views} times',
  until: '…{detail}, until {expiresAt}; {detail2}',
  revoke: 'Revoke',
  onItsWay: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  heldThereIsNoMail: 'Held: there is no mail server',
  notSent: 'Not sent',
  log: 'Log',
  due: 'Due',
  to: 'To',
  whatCameOfIt: 'What came of it',
  aDeletedAccount: 'A deleted account',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  everyAt: 'Every {weekday} at {at}',
  itsLastDay: 'its last day',
  day: 'day {day}',
  everyMonthOnAt: 'Every month on {detail} at {at}',
  everyDayAt: 'Every day at {at}',
  mailItNoMore: 'Mail it no more',
  itsRecipientsGetNoFurther: 'Its recipients get no further mail.',
  itIsMailedNoMore: 'It is mailed no more',
  revoke2: 'Revoke {prefix}…',
  whoeverHasTheLinkSees: 'Whoever has the link sees nothing from now on.',
  theLinkWasRevoked: 'The link was revoked',
} as const;

/** Texts of `saved-reports-page.tsx`. */
export const savedReportsPageStrings = {
  delete: 'Delete {name}',
  itIsMailedNoMore: 'It is mailed no more, and its links open nothing.',
  wasDeleted: '{name} was deleted',
  savedReports: 'Saved reports',
  yoursAndThoseThatYour: 'Yours, and those that your organisation shares',
  reports: 'Reports',
  aDemoAccountIsEverybodys: 'A demo account is everybody’s: its reports are not mailed and have no links.',
  copyThisLinkNow: 'Copy this link now.',
  itIsNotKeptAnd: '{copyThis} It is not kept, and nobody can show it again.',
  noReportsYet: 'No reports yet',
  whatYouLookAtIn: 'What you look at in Reports is kept with “Save”.',
  theReportsCouldNotBe: 'The reports could not be loaded.',
  everyDay: 'Every day',
  everyWeek: 'Every week',
  everyMonth: 'Every month',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  theLastDay: 'the last day',
  day: 'day {index}',
  days: '{days} days',
  mail: 'Mail {name}',
  eachRecipientGetsWhatTheir: 'Each recipient gets what their account may see when it is sent.',
  mailIt: 'Mail it',
  howOften: 'How often',
  on: 'On',
  at: 'At',
  ofTheClockIn: 'Of the clock in',
  as: 'As',
  to: 'To',
  addressesOfAccountsOneA: 'Addresses of accounts, one a line',
  willBeMailed: '{name} will be mailed',
  aLinkTo: 'A link to {name}',
  forPeopleWithoutAnAccount:
    'For people without an account. It shows what you may see, with the filters of today, and can be revoked.',
  makeLink: 'Make link',
  goodFor: 'Good for',
  password: 'Password',
  askedForBeforeAnythingIs: 'Asked for before anything is shown; {least} characters or more, or none',
  theLinkWasMade: 'The link was made',
} as const;

/** Texts of `shared-report-page.tsx`. */
export const sharedReportPageStrings = {
  thisLinkIsNotWhole: 'This link is not whole',
  askForItAgainAnd: 'Ask for it again, and open all of it.',
  daysOfThisLinkEnds: 'Days of {timeZone}. This link ends {end}.',
  thereIsNothingToShow: 'There is nothing to show',
  tryAgain: 'Try again',
  thisReportAsksForA: 'This report asks for a password',
  password: 'Password',
  showTheReport: 'Show the report',
  totals: 'Totals',
  rows: 'Rows',
  rowsOfTheReport: 'Rows of the report',
  theFirstOfRows: 'The first {data} of {rows} rows.',
} as const;
