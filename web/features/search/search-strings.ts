/** Texts of `search-page.tsx`. */
export const searchPageStrings = {
  search: 'Search',
  context: 'Customers, outlets, venues, campaigns and screens you have access to',
  results: 'Results',
  startTitle: 'Results appear here',
  start: 'Enter part of the name of a customer, venue or screen, or part of an EUI or label.',
  searchLabel: 'Search screens, customers and outlets',
  placeholder: 'Customer, EUI, document or screen',
  found: '{count} found',
  failure: 'Failure',
  serverFailed: 'Only screens could be searched.',
  searching: 'Searching',
  noResults: 'No results',
  noResultsFor: 'No results for “{query}”',
  noResultsHint: 'Try part of a name or EUI. The search covers only what your account can see.',
} as const;

/** Texts of `search-palette.tsx`. */
export const searchPaletteStrings = {
  searchLabel: 'Search screens, customers and outlets',
  placeholder: 'Search customers, outlets, documents, screens',
  searching: 'Searching',
  closeSearch: 'Close search',
  results: 'Results',
  toSelect: 'to select',
  enter: 'Enter',
  toOpen: 'to open',
  esc: 'Esc',
  toClose: 'to close',
  tryAgain: 'Try again',
  serverFailed: 'Only screens could be searched.',
  noResultsFor: 'No results for “{query}”. Try part of a name or EUI.',
} as const;

/** Texts of `search-results.ts`. */
export const searchResultsStrings = {
  opensInANewTab: 'Opens in a new tab',
  screen: 'Screen',
  advertiser: 'Advertiser',
  outletOwner: 'Outlet owner',
  venueOf: 'Venue · {customer}',
  user: 'User',
  campaignsPdf: 'PDF of the campaigns',
  cardPdf: 'PDF on the customer’s card',
  documents: 'Documents',
  customers: 'Customers',
  outlets: 'Outlets',
  venues: 'Venues',
  campaigns: 'Campaigns',
  statements: 'Statements',
  users: 'Users',
  screens: 'Screens',
  samplePages: 'Sample pages',
} as const;
