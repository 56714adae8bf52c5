/** Texts of `search-page.tsx`. */
export const searchPageStrings = {
  search: 'Search',
  customersOutletsVenuesCampaignsAnd: 'Customers, outlets, venues, campaigns and screens you have access to',
  results: 'Results',
  resultsAppearHere: 'Results appear here',
  typeAPartOfA: 'Type a part of a customer’s, venue’s or screen’s name, of an EUI or a label.',
  searchScreensCustomersAndOutlets: 'Search screens, customers and outlets',
  customerEUIDocumentOrScreen: 'Customer, EUI, document or screen',
  found: '{results} found',
  failure: 'Failure',
  onlyScreensCouldBeSearched: 'Only screens could be searched.',
  searching: 'Searching',
  noResults: 'No results',
  nothingIsCalled: 'Nothing is called “{words}”',
  tryAPartOfThe: 'Try a part of the name or of the EUI. Only what your account may see is searched.',
} as const;

/** Texts of `search-palette.tsx`. */
export const searchPaletteStrings = {
  searchScreensCustomersAndOutlets: 'Search screens, customers and outlets',
  searchCustomersOutletsDocumentsScreens: 'Search customers, outlets, documents, screens',
  searching: 'Searching',
  closeTheSearch: 'Close the search',
  results: 'Results',
  toChoose: 'to choose',
  enter: 'Enter',
  toOpen: 'to open',
  esc: 'Esc',
  toClose: 'to close',
  tryAgain: 'Try again',
  onlyScreensCouldBeSearched: 'Only screens could be searched.',
  nothingIsCalledTryA: 'Nothing is called “{words}”. Try a part of a name or of an EUI.',
} as const;

/** Texts of `search-results.ts`. */
export const searchResultsStrings = {
  opensInANewTab: 'Opens in a new tab',
  screen: 'Screen',
  advertiser: 'Advertiser',
  outletOwner: 'Outlet owner',
  venue: 'Venue · {customer}',
  user: 'User',
  pDFOfTheCampaigns: 'PDF of the campaigns',
  pDFOnTheCard: 'PDF on the card',
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
