/** Texts of `answered.tsx`. */
export const answeredStrings = {
  couldNotBeLoaded: '{what} could not be loaded.',
} as const;

/** Texts of `asked-panel.tsx`. */
export const askedPanelStrings = {
  nothingCouldBeLoaded: '{title}: nothing could be loaded.',
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
  soFar: ' so far',
} as const;

/** Texts of `carousel.tsx`. */
export const carouselStrings = {
  of: '{position} of {slides}: {label}',
  show: 'Show {label}',
  previousSlide: 'Previous slide',
  nextSlide: 'Next slide',
  play: 'Play',
  pause: 'Pause',
} as const;

/** Texts of `code-block.tsx`. */
export const codeBlockStrings = {
  copied: 'Copied',
} as const;

/** Texts of `confirm-dialog.tsx`. */
export const confirmDialogStrings = {
  cancel: 'Cancel',
} as const;

/** Texts of `data-table.tsx`. */
export const dataTableStrings = {
  actions: 'Actions',
} as const;

/** Texts of `drawer-parts.tsx`. */
export const drawerPartsStrings = {
  daysCountIn: '{instant}; days count in {timeZone}',
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
} as const;

/** Texts of `identifier.tsx`. */
export const identifierStrings = {
  copied: '{name} copied',
  copy: 'Copy {name} {value}',
} as const;

/** Texts of `import-button.tsx`. */
export const importButtonStrings = {
  import: 'Import',
  importWaits: 'Import waits',
  importing: 'Importing',
  checking: 'Checking',
  importRefused: 'Import refused',
  importCancelled: 'Import cancelled',
  importFailed: 'Import failed',
} as const;

/** Texts of `import-columns.tsx`. */
export const importColumnsStrings = {
  theSameFileAgainChanges: '{about} The same file again changes nothing, and nothing is ever deleted.',
  theFirstLineNamesThe:
    'The first line names the columns, in any order; it must have {required}. Comma, semicolon or tab, UTF-8. Numbers such as {code} or {code2}; dates such as {code3} or {code4}.',
  allColumns: 'All {columns} columns',
  required: 'required',
  suchAs: ', such as {example}',
} as const;

/** Texts of `import-drawer.tsx`. */
export const importDrawerStrings = {
  error: 'Error',
  theFileIsLargerThan: 'The file is larger than {largestMib} MiB; split it.',
  theWholeFileIsImported: 'The whole file is imported, or nothing of it.',
  import: 'Import {changes}',
  columnsOfTheFile: 'Columns of the file',
  chooseAnotherFile: 'Choose another file',
  chooseACSVFile: 'Choose a CSV file',
  downloadAnExample: 'Download an example',
  checkAgain: 'Check again',
  lastImport: 'Last import: {last}',
  begunBy: '{fileName}, begun {startedAt} by {actor}',
  whatToCorrect: 'What to correct',
  line: 'Line {line}',
  whatTheOtherLinesWould: 'What the other lines would do',
  whatWouldHappen: 'What would happen',
  newChangedAsBefore: '{thing}: {created} new, {changed} changed, {unchanged} as before',
  changes: 'Changes',
  inNothingIsImported: '{wrong} in {rows}: nothing is imported.',
  andAllIsAsIt: '{rows}, and all is as it stands there already: nothing to import.',
  nothingWrongLookAtThe: '{rows}, nothing wrong. Look at the changes, then import.',
  new: 'new {thing}',
  changed: '{thing} changed',
  andMore: '… and {total} more.',
  progress: 'Progress',
  linesStored: 'Lines stored',
  linesChecked: 'Lines checked',
  stopChecking: 'Stop checking',
  cancelTheImport: 'Cancel the import',
  nothingIsChangedYet: 'Nothing is changed yet.',
  itGoesOnWhenYou: 'It goes on when you leave this page, and is found here again.',
  itIsStoredToIts: 'It is stored to its end now. {leaving}',
  ifYouCancelItNothing: 'If you cancel it, nothing of the file is stored. {leaving}',
  sendingTheFile: 'Sending the file …',
  allLinesAreCheckedLooking: 'All lines are checked, looking at them once more …',
  ofStored: '{done} of {total} stored',
  ofChecked: '{done} of {total} checked',
} as const;

/** Texts of `lazy-component.tsx`. */
export const lazyComponentStrings = {
  error: 'Error',
  loadAnew: 'Load anew',
  tryAgain: 'Try again',
  close: 'Close',
  theServerCannotBeReached: 'The server cannot be reached. What you opened comes by itself as soon as it is back.',
  itCouldNotBeFetched: 'It could not be fetched again: Voltboard may have been updated.',
  whatYouOpenedCouldNot: 'What you opened could not be fetched.',
} as const;

/** Texts of `logo.tsx`. */
export const logoStrings = {
  voltboard: 'Voltboard',
} as const;

/** Texts of `loss-question.tsx`. */
export const lossQuestionStrings = {
  discardWhatYouTyped: 'Discard what you typed?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  itHasNotBeenSaved: 'It has not been saved.',
} as const;

/** Texts of `more-button.tsx`. */
export const moreButtonStrings = {
  more: 'More',
} as const;

/** Texts of `page-links.tsx`. */
export const pageLinksStrings = {
  no: 'No {nouns}',
  of: '{from}–{to} of {total} {nouns}',
  pagesOf: 'Pages of {nouns}',
  previousPage: 'Previous page',
  page: 'Page {number}',
  nextPage: 'Next page',
} as const;

/** Texts of `picture-field.tsx`. */
export const pictureFieldStrings = {
  pictureFile: 'Picture file',
  chooseAPicture: 'Choose a picture',
  removeIt: 'Remove it',
} as const;

/** Texts of `schema-form.tsx`. */
export const schemaFormStrings = {
  addAndAnother: 'Add and another',
  showThePresentState: 'Show the present state',
  thePresentState: 'The present state',
  whatIsStoredIsThe: 'What is stored is the same as what you typed.',
  storedBySomebodyElse: 'Stored by somebody else:',
  yours: '(yours: {yours})',
  takeTheirs: 'Take theirs',
  keepMineSaveAgain: 'Keep mine, save again',
} as const;

/** Texts of `search-field.tsx`. */
export const searchFieldStrings = {
  clearSearch: 'Clear search',
} as const;

/** Texts of `server-table.tsx`. */
export const serverTableStrings = {
  theCouldNotBeLoaded: 'The {nouns} could not be loaded.',
  thisPageIsEmpty: 'This page is empty',
  firstPage: 'First page',
  thereAreFewerThanThis: 'There are fewer {nouns} than this address expects.',
  noFit: 'No {nouns} fit',
  showAll: 'Show all',
  nothingHasThisTextAnd: 'Nothing has this text and these filters together.',
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
  beginAnew: 'Begin anew',
  yourUnsentTextWasKept: 'Your unsent text was kept.',
} as const;

/** Texts of `stale-while-revalidating.tsx`. */
export const staleWhileRevalidatingStrings = {
  updating: 'Updating…',
} as const;

/** Texts of `stat-row.tsx`. */
export const statRowStrings = {
  past: 'past {end}',
} as const;

/** Texts of `status-badge.tsx`. */
export const statusBadgeStrings = {
  online: 'Online',
  late: 'Late',
  offline: 'Offline',
  neverSeen: 'Never seen',
} as const;

/** Texts of `time-text.tsx`. */
export const timeTextStrings = {
  daysCountIn: '{instant}; days count in {timeZone}',
} as const;

/** Texts of `toast.ts`. */
export const toastStrings = {
  dataToastHasFocusVisible: '[data-toast]:has(:focus-visible), [data-toast]:focus-visible',
  close: 'Close',
} as const;

/** Texts of `use-copy.ts`. */
export const useCopyStrings = {
  theBrowserDidNotAllow: 'The browser did not allow to copy. Mark the text and copy it by hand.',
} as const;

/** Texts of `widget-close-prompt.tsx`. */
export const widgetClosePromptStrings = {
  sure: 'Sure?',
  doYouWantToRemove: 'Do you want to remove this widget from the page?',
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
