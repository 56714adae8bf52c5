/** The fields of a play in contract/serve.ts. A test verifies that the names match. */
export const PLAY_FIELDS: readonly { readonly name: string; readonly meaning: string }[] = [
  {
    name: 'id',
    meaning: 'The id for the view that reports it. The same id is never counted twice, so a play counts once.',
  },
  { name: 'token', meaning: 'Send it as cryptic with the view, its click and its burn. At most 128 characters.' },
  { name: 'flight', meaning: 'Code of the flight. Null for the owner’s house picture, which earns nothing.' },
  { name: 'sponsor', meaning: 'The text below the ad.' },
  {
    name: 'creative',
    meaning:
      'url (a path on this installation), type, width, height, display time in seconds, and the target of a click.',
  },
  { name: 'expires_at', meaning: 'The view’s timestamp must not be later. The report itself can be.' },
];

/**
 * The reasons why the server returns fewer ads than requested. A test verifies that the names match contract/serve.ts.
 */
export const SERVE_REASON_WORDS: readonly (readonly [reason: string, meaning: string])[] = [
  ['no_flight', 'No approved flight that has not ended targets this outlet.'],
  ['no_creative', 'Flights target it, but have no creative.'],
  ['blocked_category', 'The owner of the outlet blocks the category of the ads.'],
  ['creative_refused', 'The owner refused the creatives.'],
  ['creative_waiting', 'The creatives await the owner’s review.'],
  ['paused', 'The flights are paused.'],
  ['not_started', 'The flights have not started. retry_after says when the first one starts, up to 5 minutes.'],
  ['no_price', 'The flights have no price at this outlet.'],
  ['budget_spent', 'The budgets are spent.'],
  ['capped', 'The daily caps are spent. Ads resume on the next day in the flight’s time zone.'],
  ['visitor_capped', 'This visitor reached the caps for today. Others can still see the ads.'],
  [
    'budget_held',
    'The rest is reserved for active plays, or this outlet holds 2 percent of the budget in plays. Try again after retry_after seconds.',
  ],
  ['on_plan', 'The flights spread their budgets evenly and are on plan. Try again after retry_after seconds.'],
  ['loading', 'The server is loading spend or views. Try again after retry_after seconds.'],
  ['outlet_full', 'The outlet already holds plays for twice the time until they expire. Show and report those first.'],
];

/** The responses to the request, by status. */
export const SERVE_ANSWERS: readonly (readonly [status: string, meaning: string])[] = [
  [
    '200',
    'plays: possibly fewer than requested, or none. reason says why, and retry_after after how many seconds to try again.',
  ],
  ['400', 'The EUI, the count (1 to 50) or the fingerprint is invalid.'],
  ['401', 'The key is unknown, revoked or expired.'],
  ['403', 'The key is not valid for this outlet, or the outlet is not in service.'],
  ['503', 'The server is busy. Show what the outlet has, and try again at the next charge.'],
];
