/** Texts of `failure-page.tsx`. */
export const failurePageStrings = {
  somethingWentWrong: 'Something went wrong',
  ifItStaysTellYour: 'If it stays, tell your administrator this reference: {reference}',
  tryAgain: 'Try again',
  backToTheDashboard: 'Back to the dashboard',
} as const;

/** Texts of `forbidden-page.tsx`. */
export const forbiddenPageStrings = {
  yourAccountIsNotLinked: 'Your account is not linked yet',
  youHaveNoAccessTo: 'You have no access to this',
  isSignedInButAn:
    '{email} is signed in, but an administrator has to link it to a customer before there is anything to see. Ask yours to do so, then log in again.',
  yourAccountMayNotSee:
    'Your account may not see this page or these figures. If you need them, ask an administrator of your network.',
  backToTheDashboard: 'Back to the dashboard',
  yourAccount: 'Your account',
  toTheLoginPage: 'To the login page',
  logOut: 'Log out',
} as const;

/** Texts of `message-page.tsx`. */
export const messagePageStrings = {
  voltboardStartPage: 'Voltboard, start page',
} as const;

/** Texts of `needs-server-page.tsx`. */
export const needsServerPageStrings = {
  thisScreenNeedsAServer: 'This screen needs a server',
  theSamplePagesWorkAs: ' The sample pages work as they are.',
  hereWouldBeThisCopy:
    'Here would be {shows}. This copy of Voltboard runs without a server, so there are no figures of a network to show.',
  sampleDashboard: 'Sample dashboard',
  howToRunAServer: 'How to run a server',
} as const;

/** Texts of `not-found-page.tsx`. */
export const notFoundPageStrings = {
  thisPageDoesNotExist: 'This page does not exist',
  theAddressMayBeOld: 'The address may be old or mistyped. Search for a screen, a customer or an outlet instead.',
  searchPages: 'Search pages',
  searchPages2: 'Search Pages',
  search: 'Search',
} as const;

/** Texts of `route-failure.tsx`. */
export const routeFailureStrings = {
  error: 'Error',
  reference: 'Reference {reference}',
  tryAgain: 'Try again',
  theServerCannotBeReached: 'The server cannot be reached. This page comes by itself as soon as it is back.',
} as const;
