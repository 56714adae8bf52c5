/** Texts of `api-client.ts`. */
export const apiClientStrings = {
  error: 'Error',
  noServer: 'This copy of Voltboard runs without a server.',
  unreachable: 'The server cannot be reached. Check your connection.',
} as const;

/** Texts of `picture-file.ts`. */
export const pictureFileStrings = {
  tooLarge: 'The picture is larger than 5 MB. Choose a smaller one.',
} as const;

/** Texts of `typed-numbers.ts`. */
export const typedNumbersStrings = {
  notANumber: 'Enter a number in digits.',
  missing: 'Enter a number.',
  notAnAmount: 'Enter an amount in digits, such as 12.50.',
} as const;

/** Texts of `import-file.ts`. */
export const importFileStrings = {
  connectionLost: 'The connection was lost during the import. Check whether the file was imported.',
} as const;

/** Texts of `lazy-page.ts`. */
export const lazyPageStrings = {
  pageFailed: 'This page could not be loaded.',
} as const;

/** Texts of `load-data-file.ts`. */
export const loadDataFileStrings = {
  fileFailed: '{address} could not be loaded (status {status}).',
} as const;

/** Texts of `outlet-words.ts`. */
export const outletWordsStrings = {
  venuePosition: 'venue position',
  positionUnknown: 'position unknown',
} as const;

/** Texts of `range-presets.ts`. */
export const rangePresetsStrings = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: '7 days',
  last30Days: '30 days',
  last90Days: '90 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  all: 'All time',
} as const;

/** Texts of `scope-words.ts`. */
export const scopeWordsStrings = {
  reports: 'Reports',
  reportsContent: 'Figures, saved reports, alerts and disputes',
  campaigns: 'Campaigns',
  campaignsContent: 'Campaigns, flights, creatives and the rate card',
  network: 'Network',
  networkContent: 'Customers, venues, outlets and house pictures',
  money: 'Money',
  moneyContent: 'Invoices, statements, payments and payouts',
  people: 'People',
  peopleContent: 'User accounts',
  system: 'System',
  systemContent: 'Health, audit log and contact messages',
  read: '{area}: read',
  write: '{area}: write',
  readAndWrite: '{area}: read and write',
} as const;

/** Texts of `use-passkey.ts`. */
export const usePasskeyStrings = {
  alreadyHasPasskey: 'This device already has a passkey for your account.',
  wrongAddress: 'Passkeys do not work at this address.',
  notSupported: 'This device can’t store a passkey. Set up a screen lock, fingerprint or PIN first.',
  notUsed: 'No passkey was used. Try again when you are ready.',
} as const;
