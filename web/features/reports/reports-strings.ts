/** Texts of `area-panel.tsx`. */
export const areaPanelStrings = {
  map: 'Map',
  context: 'Select an outlet or a cluster to filter by it, use the visible area, or draw an area.',
  loadFailed: 'The map could not be loaded.',
  useVisibleArea: 'Use visible area',
  drawArea: 'Draw area',
  clearArea: 'Clear area',
  removeFilter: 'Remove filter {name}',
} as const;

/** Texts of `breakdown-panel.tsx`. */
export const breakdownPanelStrings = {
  csvFor: 'CSV for {title}',
  csv: 'CSV',
  groupBy: 'Group {title} by',
  loadFailed: 'This table could not be loaded.',
  empty: 'No data in this range.',
  change: 'Change',
  ofRows: 'of {rows} rows',
  removeFilter: 'Remove filter {name}',
  filterBy: 'Filter by {name}',
  figureFor: '{figure} for {name}',
} as const;

/** Texts of `metric-cards.tsx`. */
export const metricCardsStrings = {
  figures: 'Figures',
  cardWithChange: '{label} {value}, {change} from {before}',
  card: '{label} {value}',
  previous: 'Previous: {before}',
} as const;

/** Texts of `hour-heat-map.tsx`. */
export const hourHeatMapStrings = {
  csv: 'CSV',
  csvFor: 'CSV for {title}',
  loadFailed: 'The hours could not be loaded.',
  empty: 'No figures in this range.',
  venueTime: 'time of each venue',
  caption: '{metric} by hour of the week, {timeZone}',
  summary: '{caption}. Highest: {hour}, {value}.',
  cell: '{hour}: {value}',
  asTable: 'Show as table',
  hour: 'Hour',
} as const;

/** Texts of `report-chart.tsx`. */
export const reportChartStrings = {
  barWithPrevious: '{name}: {value}, previous {previous}',
  title: '{metric} by {unit}',
  previousPeriod: 'Previous period',
  highest: 'Highest: {value}',
  asTable: 'Show as table',
  previous: 'Previous',
  previousValue: 'Previous {value}',
  loading: 'Loading',
  bar: '{name}: {value}',
} as const;

/** Texts of `report-mark-plans.tsx`. */
export const reportMarkPlansStrings = {
  addTitle: 'Add note',
  addContext: 'Everyone in your organization sees this note on the chart.',
  saveNote: 'Save note',
  day: 'Day',
  note: 'Note',
  notePlaceholder: 'Marathon in town',
  noteAdded: 'Note added',
  removeTitle: 'Remove note',
  remove: 'Remove',
  noteRemoved: 'Note removed',
} as const;

/** Texts of `report-range.tsx`. */
export const reportRangeStrings = {
  dateRange: 'Date range',
  moreOptions: 'Comparison, time zone',
  compareWith: 'Compare with',
  asKnownOn: 'As known on',
  timeZone: 'Time zone',
  currentTimeZone: 'Currently {timeZone}',
  contractTimeZone: 'Contract',
} as const;

/** Texts of `reports-page.tsx`. */
export const reportsPageStrings = {
  notes: 'Notes and events',
  removeNote: 'Remove',
  showAllNotes: 'Show all {marks}',
  addNote: 'Add note',
  filters: 'Filters',
  removeFilter: 'Remove {filter}',
  clearAll: 'Clear all',
  places: 'Places',
  sponsors: 'Sponsors',
  hoursOfTheWeek: 'Hours of the week',
  validAndInvalid: 'Valid and invalid',
  reports: 'Reports',
  saveAndDownload: 'Save and download',
  save: 'Save',
  savedReports: 'Saved reports',
  figuresOverTime: 'Figures over time',
  periodCompared: '{period}, compared with {before}',
  reportLoadFailed: 'The report could not be loaded.',
  figuresLoadFailed: 'Some figures could not be loaded.',
  error: 'Error',
  filter: '{dimension}: {name}',
  noteOnDay: '{day}: {words}',
  periodUpdating: '{period} · Updating…',
} as const;

/** Texts of `save-report-plan.tsx`. */
export const saveReportPlanStrings = {
  noSecond: 'None',
  title: 'Save report',
  context: 'Relative dates, such as Last month, update automatically. Readers see only what they have access to.',
  save: 'Save',
  rows: 'Rows',
  rowsHint: 'Used in exported files and emails',
  secondRows: 'Then by',
  saved: '{name} saved',
} as const;

/** Texts of `saved-report-inputs.tsx`. */
export const savedReportInputsStrings = {
  name: 'Name',
  namePlaceholder: 'Week by venue',
  share: 'Share with your organization',
  editTitle: 'Edit {name}',
  editContext: 'Emails and links keep working. To change the filters or dates, save a new report.',
  save: 'Save',
  saved: '{name} saved',
  sharedField: 'Shared with your organization',
  yes: 'Yes',
  no: 'No',
} as const;

/** Texts of `saved-report-item.tsx`. */
export const savedReportItemStrings = {
  shared: 'Shared',
  updatedOwn: 'Yours · updated {time}',
  updatedFormer: 'By a former colleague · updated {time}',
  updatedBy: 'By {maker} · updated {time}',
  emailsAndLinksOf: 'Emails and links for {name}',
  emailsAndLinks: 'Emails and links',
  scheduleReport: 'Schedule {name}',
  schedule: 'Schedule',
  createLinkTo: 'Create link to {name}',
  createLink: 'Create link',
  editReport: 'Edit {name}',
  edit: 'Edit',
  deleteReport: 'Delete {name}',
  delete: 'Delete',
  loadFailed: 'The emails and links could not be loaded.',
  scheduledEmails: 'Scheduled emails',
  noEmails: 'No scheduled emails.',
  scheduleLine: '{schedule} as {format} to {recipients}. Next: {nextAt}',
  stop: 'Stop',
  links: 'Links',
  noLinks: 'No links.',
  linkWithPassword: '{prefix}…, password required, expires {expiresAt}. Opened {times}.',
  linkLine: '{prefix}…, expires {expiresAt}. Opened {times}.',
  revoke: 'Revoke',
  stateQueued: 'Queued',
  stateSent: 'Sent',
  stateFailed: 'Failed',
  stateHeld: 'Waiting for a mail server',
  stateSkipped: 'Not sent',
  log: 'Log',
  due: 'Due',
  to: 'To',
  status: 'Status',
  deletedUser: 'Deleted user',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  weekly: 'Every {weekday} at {at}',
  monthly: 'Day {day} of every month at {at}',
  daily: 'Every day at {at}',
  stopTitle: 'Stop emails',
  stopText: 'Recipients won’t get any more emails for this report.',
  stopped: 'Emails stopped',
  revokeTitle: 'Revoke {prefix}…',
  revokeText: 'The link stops working immediately.',
  revoked: 'Link revoked',
  time: { one: 'time', other: 'times' },
  stateWithReason: '{state}: {reason}',
  clock: '{hour}:00 ({timeZone})',
  monthlyLastDay: 'Last day of every month at {at}',
} as const;

/** Texts of `saved-reports-page.tsx`. */
export const savedReportsPageStrings = {
  deleteTitle: 'Delete {name}',
  deleteText: 'Its emails stop, and its links stop working.',
  deleted: '{name} deleted',
  savedReports: 'Saved reports',
  context: 'Your reports and reports shared in your organization',
  reports: 'Reports',
  demoNote: 'Demo accounts are shared, so you can’t email reports or create links.',
  copyNow: 'Copy this link now.',
  copyNotice: '{copyNow} You won’t be able to see it again.',
  emptyTitle: 'No saved reports',
  emptyText: 'To save a report, open Reports and select Save.',
  loadFailed: 'The reports could not be loaded.',
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
  lastDay: 'Last day',
  dayOfMonth: 'Day {day}',
  scheduleTitle: 'Schedule {name}',
  scheduleContext: 'Each recipient sees only what they have access to when the email is sent.',
  schedule: 'Schedule emails',
  frequency: 'Frequency',
  on: 'On',
  time: 'Time',
  timeZone: 'Time zone',
  format: 'Format',
  recipients: 'Recipients',
  recipientsHint: 'Email addresses of users, one per line',
  scheduled: '{name} scheduled',
  linkTitle: 'Create link to {name}',
  linkContext:
    'For people without an account. The link shows what you can see, with the current filters. You can revoke it.',
  createLink: 'Create link',
  expiresAfter: 'Expires after',
  password: 'Password',
  passwordHint: 'Optional. At least {least} characters.',
  linkCreated: 'Link created',
  delete: 'Delete',
  linkName: 'link',
} as const;

/** Texts of `shared-report-page.tsx`. */
export const sharedReportPageStrings = {
  incompleteTitle: 'Incomplete link',
  incompleteText: 'Ask the sender for the full link.',
  footer: 'Time zone: {timeZone}. This link expires {time}.',
  unavailable: 'Report not available',
  tryAgain: 'Try again',
  passwordTitle: 'Password required',
  password: 'Password',
  viewReport: 'View report',
  totals: 'Totals',
  rows: 'Rows',
  rowsLabel: 'Report rows',
  firstRows: 'Showing the first {shown} of {rows} rows.',
  customerAndPeriod: '{customer} · {period}',
} as const;
