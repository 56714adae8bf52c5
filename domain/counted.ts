/** The forms of a noun in English. */
export type Noun = { readonly one: string; readonly other: string };

/** Every noun that the product counts on its own. A count inside a longer phrase has its forms in that feature's texts. */
export const NOUNS = {
  address: { one: 'address', other: 'addresses' },
  campaign: { one: 'campaign', other: 'campaigns' },
  change: { one: 'change', other: 'changes' },
  charge: { one: 'charge', other: 'charges' },
  click: { one: 'click', other: 'clicks' },
  colleague: { one: 'colleague', other: 'colleagues' },
  creative: { one: 'creative', other: 'creatives' },
  customer: { one: 'customer', other: 'customers' },
  day: { one: 'day', other: 'days' },
  document: { one: 'document', other: 'documents' },
  entry: { one: 'entry', other: 'entries' },
  event: { one: 'event', other: 'events' },
  fault: { one: 'fault', other: 'faults' },
  flight: { one: 'flight', other: 'flights' },
  finding: { one: 'finding', other: 'findings' },
  line: { one: 'line', other: 'lines' },
  mail: { one: 'email', other: 'emails' },
  message: { one: 'message', other: 'messages' },
  month: { one: 'month', other: 'months' },
  objection: { one: 'dispute', other: 'disputes' },
  outlet: { one: 'outlet', other: 'outlets' },
  owner: { one: 'owner', other: 'owners' },
  problem: { one: 'problem', other: 'problems' },
  range: { one: 'range', other: 'ranges' },
  session: { one: 'session', other: 'sessions' },
  user: { one: 'user', other: 'users' },
  venue: { one: 'venue', other: 'venues' },
  view: { one: 'view', other: 'views' },
  week: { one: 'week', other: 'weeks' },
} as const satisfies Readonly<Record<string, Noun>>;

const numbers = new Intl.NumberFormat('en-US');
const rules = new Intl.PluralRules('en-US');

/** Returns the form of the noun for a count: "outlet" for 1, "outlets" for 0 and 2. */
export const formFor = (value: number, { one, other }: Noun): string => (rules.select(value) === 'one' ? one : other);

/** Formats a count with its noun: "1 outlet", "1,222 outlets". */
export const counted = (value: number, noun: Noun): string => `${numbers.format(value)} ${formFor(value, noun)}`;
