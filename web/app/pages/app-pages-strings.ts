/** Texts of `failure-page.tsx`. */
export const failurePageStrings = {
  somethingWentWrong: 'Something went wrong',
  reference: 'If the problem persists, give your administrator this reference: {reference}',
  tryAgain: 'Try again',
  backToTheDashboard: 'Back to the dashboard',
  text: 'The server could not complete the request. None of your data was lost. Try again in a moment.',
} as const;

/** Texts of `forbidden-page.tsx`. */
export const forbiddenPageStrings = {
  notLinkedTitle: 'Your account is not linked yet',
  title: 'You don’t have access to this',
  notLinkedText:
    '{email} is signed in, but an administrator has to link it to a customer first. Ask your administrator, then sign in again.',
  text: 'Your account can’t see this page or these figures. To get access, ask an administrator of your network.',
  backToTheDashboard: 'Back to the dashboard',
  yourAccount: 'Your account',
  goToLogin: 'Go to login',
  signOut: 'Sign out',
} as const;

/** Texts of `message-page.tsx`. */
export const messagePageStrings = {
  home: '{network} home',
} as const;

/** Texts of `needs-server-page.tsx`. */
export const needsServerPageStrings = {
  title: 'This screen needs a server',
  text: 'This screen shows {shows}. This copy of Voltboard runs without a server, so it has no figures to show.',
  sampleDashboard: 'Sample dashboard',
  howToRunAServer: 'How to run a server',
  textWithSamples:
    'This screen shows {shows}. This copy of Voltboard runs without a server, so it has no figures to show. The sample pages work without a server.',
} as const;

/** Texts of `not-found-page.tsx`. */
export const notFoundPageStrings = {
  title: 'This page does not exist',
  text: 'The address may be old or mistyped. Search for a screen, a customer or an outlet instead.',
  searchPages: 'Search pages',
  searchPlaceholder: 'Search Pages',
  search: 'Search',
} as const;

/** Texts of `route-failure.tsx`. */
export const routeFailureStrings = {
  error: 'Error',
  reference: 'Reference {reference}',
  tryAgain: 'Try again',
  unreachable: 'The server cannot be reached. This page loads automatically when the connection is back.',
  codeGone: 'This page could not be loaded. There may be a newer version.',
} as const;
