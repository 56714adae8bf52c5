/** Texts of `answered.tsx`. */
export const answeredStrings = {
  failed: '{what} could not be loaded.',
} as const;

/** Texts of `asked-panel.tsx`. */
export const askedPanelStrings = {
  failed: '{title}: loading failed.',
} as const;

/** Texts of `bank-account-fields.tsx`. */
export const bankAccountFieldsStrings = {
  accountHolder: 'Account holder',
  accountNumber: 'Account number',
  accountNumberHint: 'IBAN or local account number',
  accountNumberHintCurrent: 'IBAN or local account number. Current: {current}',
  bankCode: 'Bank code',
  bankCodeHint: 'BIC or routing number',
  company: 'Company',
  person: 'Person',
  checking: 'Checking',
  savings: 'Savings',
  recipientType: 'Recipient type',
  usAccountType: 'US account type',
} as const;

/** Texts of `bar-strip.tsx`. */
export const barStripStrings = {
  slotSoFar: '{name}: {value} so far',
  slot: '{name}: {value}',
} as const;

/** Texts of `carousel.tsx`. */
export const carouselStrings = {
  position: '{position} of {slides}: {label}',
  show: 'Show {label}',
  previousSlide: 'Previous slide',
  nextSlide: 'Next slide',
  play: 'Play',
  pause: 'Pause',
} as const;

/** Texts of `code-block.tsx`. */
export const codeBlockStrings = {
  copied: 'Copied',
  copy: 'Copy: {label}',
} as const;

/** Texts of `confirm-dialog.tsx`. */
export const confirmDialogStrings = {
  cancel: 'Cancel',
} as const;

/** Texts of `data-table.tsx`. */
export const dataTableStrings = {
  actions: 'Actions',
  table: 'Table: {caption}',
  total: 'Total',
} as const;

/** Texts of `date-range.tsx`. */
export const dateRangeStrings = {
  presets: 'Presets',
  start: 'Start',
  end: 'End',
  go: 'Go',
  calendar: 'Calendar',
  datesMissing: 'Choose a start and an end date.',
  datesReversed: 'The start date can’t be after the end date.',
  current: 'Date range: {range}',
} as const;

/** Texts of `drawer-parts.tsx`. */
export const drawerPartsStrings = {
  dayOfZone: '{instant}. The day is in the time zone {timeZone}.',
} as const;

/** Texts of `error-state.tsx`. */
export const errorStateStrings = {
  error: 'Error',
  reference: 'Reference {reference}',
  tryAgain: 'Try again',
} as const;

/** Texts of `form-drawer.tsx`. */
export const formDrawerStrings = {
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  reset: 'Reset',
  closeNamed: 'Close: {title}',
} as const;

/** Texts of `identifier.tsx`. */
export const identifierStrings = {
  copied: '{name} copied',
  copy: 'Copy {name} {value}',
} as const;

/** Texts of `import-button.tsx`. */
export const importButtonStrings = {
  import: 'Import',
  waiting: 'Import queued',
  importingShare: 'Importing {percent}',
  checkingShare: 'Checking {percent}',
  refused: 'Import rejected',
  canceled: 'Import canceled',
  failed: 'Import failed',
} as const;

/** Texts of `import-columns.tsx`. */
export const importColumnsStrings = {
  repeatable: '{about} Importing the same file again changes nothing. Nothing is ever deleted.',
  format:
    'The first line names the columns, in any order. These are required: {required}. Use commas, semicolons or tabs, and UTF-8. Write numbers like {number} or {commaNumber}, and dates like {date} or {dottedDate}.',
  allColumns: 'All {count} columns',
  required: 'required',
  formWithExample: '{form}, such as {example}',
} as const;

/** Texts of `import-drawer.tsx`. */
export const importDrawerStrings = {
  error: 'Error',
  fileTooLarge: 'The file is larger than {size} MiB. Split it into smaller files.',
  context: 'The whole file is imported, or none of it.',
  import: 'Import {changes}',
  fileFormat: 'File format',
  chooseAnotherFile: 'Choose another file',
  chooseFile: 'Choose CSV file',
  downloadExample: 'Download example',
  checkAgain: 'Check again',
  lastImport: 'Last import: {summary}',
  startedBy: '{file}, started {time} by {actor}',
  problems: 'Problems',
  line: 'Line {line}',
  otherLines: 'Result of the other lines',
  result: 'Result',
  counts: '{thing}: {created} new, {changed} changed, {unchanged} unchanged',
  changes: 'Changes',
  verdictProblems: '{problems} in {lines}. Nothing is imported.',
  verdictSame: '{lines} checked. Everything is already stored, so there is nothing to import.',
  verdictOk: '{lines} checked, no problems found. Review the changes, then import.',
  createdThing: 'new {thing}',
  changedThing: '{thing} changed',
  andMore: '… and {count} more.',
  progress: 'Progress',
  linesImported: 'Lines imported',
  linesChecked: 'Lines checked',
  stopCheck: 'Stop check',
  cancelImport: 'Cancel import',
  hintCheck: 'Nothing has changed yet.',
  hintImporting:
    'The import can no longer be canceled. You can leave this page: the import continues and appears here again.',
  hintCancelable:
    'If you cancel, nothing is imported. You can leave this page: the import continues and appears here again.',
  uploading: 'Uploading the file…',
  checkingAgain: 'All lines are checked. Checking them once more…',
  imported: '{done} of {total} imported',
  checked: '{done} of {total} checked',
  waiting: 'All lines are checked. Waiting for another import to finish…',
  blank: 'blank',
  fieldChange: '{field}: {before} → {after}',
} as const;

/** Texts of `import-words.ts`. */
export const importWordsStrings = {
  imported: '{file} imported: {lines}.',
  cancelFailed: 'The import could not be canceled.',
  endDone: '{file}: {lines} imported ({time}, by {actor}).',
  endRejected: '{file}: nothing imported, {problems} found ({time}, by {actor}).',
  endFailed: '{file} ({time}, by {actor}): {failure}',
  nothingImported: 'Nothing was imported.',
} as const;

/** Texts of `late-menu.tsx`. */
export const lateMenuStrings = {
  failed: 'The menu could not be loaded. There may be a newer version. Reload the page.',
} as const;

/** Texts of `lazy-component.tsx`. */
export const lazyComponentStrings = {
  error: 'Error',
  reload: 'Reload page',
  tryAgain: 'Try again',
  close: 'Close',
  unreachable: 'The server cannot be reached. This opens automatically when the connection is back.',
  failedAgain: 'This could not be loaded again. There may be a newer version.',
  failed: 'This could not be loaded.',
} as const;

/** Texts of `loss-question.tsx`. */
export const lossQuestionStrings = {
  title: 'Discard your changes?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  text: 'They have not been saved.',
} as const;

/** Texts of `more-button.tsx`. */
export const moreButtonStrings = {
  more: 'More',
} as const;

/** Texts of `page-links.tsx`. */
export const pageLinksStrings = {
  none: 'No {nouns}',
  range: '{from}–{to} of {total} {nouns}',
  pagesOf: 'Pages of {nouns}',
  previousPage: 'Previous page',
  page: 'Page {number}',
  nextPage: 'Next page',
} as const;

/** Texts of `picture-field.tsx`. */
export const pictureFieldStrings = {
  pictureFile: 'Picture file',
  choosePicture: 'Choose picture',
  removePicture: 'Remove picture',
} as const;

/** Texts of `range-calendar.tsx`. */
export const rangeCalendarStrings = {
  dateRange: 'Date range',
  close: 'Close',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  chooseFirst: 'Choose the first day.',
  chooseLast: 'Choose the last day.',
} as const;

/** Texts of `schema-form.tsx`. */
export const schemaFormStrings = {
  addAnother: 'Save and add another',
  showCurrent: 'Show current version',
  currentVersion: 'Current version',
  sameAsYours: 'The saved values are the same as yours.',
  savedByOther: 'Saved by another user:',
  yours: '(yours: {yours})',
  useTheirs: 'Use theirs',
  keepMine: 'Keep mine, then save again',
  empty: 'empty',
  gone: 'This can no longer be changed. Copy what you need, then close the form.',
} as const;

/** Texts of `search-field.tsx`. */
export const searchFieldStrings = {
  clearSearch: 'Clear search',
} as const;

/** Texts of `server-table.tsx`. */
export const serverTableStrings = {
  failed: 'The {nouns} could not be loaded.',
  pageEmptyTitle: 'This page is empty',
  firstPage: 'First page',
  pageEmpty: 'There are not enough {nouns} for this page.',
  noMatches: 'No matching {nouns}',
  showAll: 'Show all',
  noMatchesHint: 'Try another search, or remove filters.',
  rowsPerPage: 'Rows per page',
  perPage: '{rows} per page',
} as const;

/** Texts of `skeletons.tsx`. */
export const skeletonsStrings = {
  loading: 'Loading',
} as const;

/** Texts of `sort-select.tsx`. */
export const sortSelectStrings = {
  sortBy: 'Sort by',
  ascending: '{label}, ascending',
  descending: '{label}, descending',
} as const;

/** Texts of `spinner.tsx`. */
export const spinnerStrings = {
  loading: 'Loading',
} as const;

/** Texts of `stale-note.tsx`. */
export const staleNoteStrings = {
  startOver: 'Start over',
  restored: 'Your unsaved text was restored.',
} as const;

/** Texts of `stale-while-revalidating.tsx`. */
export const staleWhileRevalidatingStrings = {
  updating: 'Updating…',
} as const;

/** Texts of `stat-row.tsx`. */
export const statRowStrings = {
  over: 'over {end}',
  of: 'of {end}',
} as const;

/** Texts of `status-badge.tsx`. */
export const statusBadgeStrings = {
  online: 'Online',
  late: 'Late',
  offline: 'Offline',
  neverSeen: 'Never seen',
} as const;

/** Texts of `table-toolbar.tsx`. */
export const tableToolbarStrings = {
  columns: 'Columns',
  exportCsv: 'Export CSV',
} as const;

/** Texts of `time-text.tsx`. */
export const timeTextStrings = {
  dayOfZone: '{instant}. The day is in the time zone {timeZone}.',
} as const;

/** Texts of `toast.ts`. */
export const toastStrings = {
  close: 'Close',
} as const;

/** Texts of `use-copy.ts`. */
export const useCopyStrings = {
  blocked: 'The browser blocked copying. Select the text and copy it yourself.',
} as const;

/** Texts of `widget-close-prompt.tsx`. */
export const widgetClosePromptStrings = {
  sure: 'Sure?',
  text: 'Do you want to remove this widget from the page?',
  no: 'No',
  yesRemoveWidget: 'Yes, remove widget',
} as const;

/** Texts of `widget-controls.tsx`. */
export const widgetControlsStrings = {
  settings: 'Settings',
  widgetMenu: 'Widget menu',
  reload: 'Reload',
  restore: 'Restore',
  fullscreen: 'Fullscreen',
  collapse: 'Collapse',
  close: 'Close',
} as const;

/** Texts of `widget-menus.tsx`. */
export const widgetMenusStrings = {
  settings: 'Settings',
  thisPanel: 'This panel',
  comfortable: 'Comfortable',
  compact: 'Compact',
  widgetMenu: 'Widget menu',
  new: 'new',
  reload: 'Reload',
  restore: 'Restore',
  fullscreen: 'Fullscreen',
  expand: 'Expand',
  collapse: 'Collapse',
  close: 'Close',
} as const;

/** Texts of `widget.tsx`. */
export const widgetStrings = {
  reloading: 'Reloading',
  loading: 'Loading',
  reloaded: 'Reloaded',
} as const;

/** Texts of `undo-toast.tsx`. */
export const undoToastStrings = {
  undo: 'Undo',
  failed: 'This could not be undone. Reload the page.',
} as const;
