/** The fields of a play, as contract/serve.ts has them; a test compares the names. */
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

/** Answers of the call, by status. */
export const SERVE_ANSWERS: readonly (readonly [status: string, meaning: string])[] = [
  ['200', 'plays, perhaps fewer than asked for or none; retry_after says after how many seconds to ask again.'],
  ['400', 'The EUI, the count (1 to 50) or the fingerprint is not in order.'],
  ['401', 'The key is unknown, was revoked or has ended.'],
  ['403', 'The key does not speak for this outlet, or the outlet is in no service now.'],
  ['503', 'The server is busy: show what is at hand and ask again at the next charge.'],
];
