/** The fields of a play in contract/serve.ts. A test verifies that the names match. */
export const PLAY_FIELDS: readonly { readonly name: string; readonly meaning: string }[] = [
  { name: 'id', meaning: 'The id of the view that reports it. The same id never counts twice, so a play counts once.' },
  { name: 'token', meaning: 'Goes with the view as cryptic, and with its click and its burn. At most 128 characters.' },
  { name: 'flight', meaning: 'Code of the flight; null for the property’s own picture, which earns nothing.' },
  { name: 'sponsor', meaning: 'What stands under the ad.' },
  {
    name: 'creative',
    meaning: 'url (a path of this installation), type, width, height, seconds to be shown, and target of a click.',
  },
  { name: 'expires_at', meaning: 'The view’s own timestamp may not be later; the report itself may.' },
];

/**
 * The reasons why the server returns fewer ads than requested. A test verifies that the names match contract/serve.ts.
 */
export const SERVE_REASON_WORDS: readonly (readonly [reason: string, meaning: string])[] = [
  ['no_flight', 'No approved flight that is not over reaches this outlet.'],
  ['no_creative', 'Flights reach it, but have no creative.'],
  ['blocked_category', 'The owner of the outlet blocks the category of the ads.'],
  ['creative_refused', 'The owner refused the creatives.'],
  ['creative_waiting', 'The creatives wait for the owner’s review.'],
  ['paused', 'The flights are paused.'],
  ['not_started', 'The flights have not started; retry_after says when the first one does, up to 5 minutes.'],
  ['no_price', 'The flights have no price at this outlet.'],
  ['budget_spent', 'The budgets are spent.'],
  ['capped', 'The daily caps are spent; more is shown on the next day of the flight’s time zone.'],
  ['visitor_capped', 'This visitor has seen the ads as often as their caps allow today. Others may see them.'],
  [
    'budget_held',
    'What remains is reserved for plays under way, or this outlet holds 2 percent of the budget in plays. Ask again after retry_after seconds.',
  ],
  ['on_plan', 'The flights spread their budgets evenly and are on their plan. Ask again after retry_after seconds.'],
  ['loading', 'The server is reading what was spent or seen. Ask again after retry_after seconds.'],
  ['outlet_full', 'The outlet holds plays for twice the time until they expire. Show and report those first.'],
];

/** The responses to the request, by status. */
export const SERVE_ANSWERS: readonly (readonly [status: string, meaning: string])[] = [
  [
    '200',
    'plays, perhaps fewer than asked for or none; reason says why, and retry_after after how many seconds to ask again.',
  ],
  ['400', 'The EUI, the count (1 to 50) or the fingerprint is not in order.'],
  ['401', 'The key is unknown, was revoked or has ended.'],
  ['403', 'The key does not speak for this outlet, or the outlet is in no service now.'],
  ['503', 'The server is busy: show what is at hand and ask again at the next charge.'],
];
