import type { InvalidReason } from '#contract/ingest.ts';
import { PATTERN_RULES, type PatternRule } from '#contract/traffic-rules.ts';
import { SECOND_MS } from './durations.ts';
import { FIRST_PATTERNS, FIRST_RULES } from './judging-rules.ts';
import { ADDRESSES } from './key-addresses-rule.ts';
import { CLOSED_TOLERANCE_MINUTES } from './opening-hours.ts';
import { RELAY } from './relay-pattern.ts';
import { SHARE } from './share-pattern.ts';
import { CLICKS, ENERGY, FINGERPRINTS, INTERVALS, SIGHTINGS } from './traffic-patterns.ts';

/** A change to a rule, and its first day (`YYYY-MM-DD`). Versions start at 1. */
type MethodVersion = { readonly version: number; readonly from: string; readonly change: string };

/** A rule's published description. `versions` is newest first. */
export type MethodEntry = {
  /** A sentence about the condition that makes an event invalid. */
  readonly looksAt: string;
  /** The setting for administrators, and its default; '' if there is none. */
  readonly setting: string;
  readonly versions: readonly [MethodVersion, ...MethodVersion[]];
};

const ALWAYS = 'Always on.';
/** Start date for rules older than the published method. */
const EARLIER = '2026-01-01';
const PATTERNS_FROM = '2026-11-28';
const SECOND_PATTERNS_FROM = '2026-11-29';
const first = (from: string, change = 'First version.'): MethodEntry['versions'] => [{ version: 1, from, change }];
const seconds = (ms: number): string => `${ms / SECOND_MS} seconds`;
const percent = (share: number): string => `${Math.round(share * 100)} percent`;

const DEFAULTS = { off: 'off', flag: 'raise an alert', invalidate: 'do not count' } as const;
const modeOf = (rule: PatternRule): string =>
  `Off, raise an alert, or do not count. Default: ${DEFAULTS[FIRST_PATTERNS[rule]]}.`;

const PATTERNS: Readonly<Record<PatternRule, string>> = {
  click_pattern: `Paid clicks of an outlet: ${CLICKS.fastCount} or more of the last ${CLICKS.last} come less than ${seconds(CLICKS.fastMs)} after their views, or ${percent(CLICKS.constantShare)} of them at a constant time (within ${seconds(CLICKS.constantToleranceMs)}), or ${percent(CLICKS.rate)} of the last ${CLICKS.rateViews} views of a flight are clicked and that is ${CLICKS.rateTimes} times the flight’s rate at other outlets.`,
  energy_pattern: `The last ${ENERGY.readings} metered readings of an outlet are all 0, or all the same. Estimated energy is not looked at.`,
  interval_pattern: `${percent(INTERVALS.share)} of the last ${INTERVALS.betweenVisitors} intervals between views of different visitors at an outlet are the same (within ${seconds(INTERVALS.toleranceMs)}). One visitor’s ads may follow each other at a constant pace. Where visitors are unknown: the last ${INTERVALS.unknownVisitors} intervals, without a pause.`,
  fingerprint_pattern: `The last ${FINGERPRINTS.views} views of an outlet with one socket come within ${FINGERPRINTS.views} minutes and ${percent(FINGERPRINTS.newShare)} or more are of different visitors, or more than ${FINGERPRINTS.alternating} visitors take turns; more sockets allow more. Or visitors of ${RELAY.leastBlock} or more views each relieve each other in step with the ads (within ${seconds(RELAY.toleranceMs)}), ${RELAY.changes} times, or ${RELAY.changes - 1} times after as many views. Or ${FINGERPRINTS.counters} fingerprints in a row differ in at most ${FINGERPRINTS.counterDigits} digits.`,
  closed_hours: `A view more than ${CLOSED_TOLERANCE_MINUTES} minutes outside the opening hours of its venue, in the venue’s time zone. A venue without hours is always open.`,
  many_addresses: `A key of one outlet was used from more than ${ADDRESSES.outlet} networks within an hour, or a gateway’s key from more than ${ADDRESSES.gateway}. A network is the first 16 bits of an IPv4 address or the first 32 of an IPv6 address.`,
  outlet_share: `An outlet has ${percent(SHARE.share)} or more of a flight’s views of about a day, and at least ${SHARE.leastViews}, while ${SHARE.leastOutlets} or more other outlets show the flight.`,
  distant_venues: `One fingerprint at ${SIGHTINGS.others + 1} or more outlets within ${seconds(SIGHTINGS.leastMs)}, or within up to ${seconds(SIGHTINGS.mostMs)} at venues so far apart that nobody travels between them (${SIGHTINGS.kmPerHour} km/h).`,
};

/** The versions of rules that are newer than `PATTERNS_FROM` or have changed since. */
const VERSIONS: Partial<Readonly<Record<PatternRule, MethodEntry['versions']>>> = {
  closed_hours: first(SECOND_PATTERNS_FROM),
  many_addresses: first(SECOND_PATTERNS_FROM),
  outlet_share: first(SECOND_PATTERNS_FROM),
  fingerprint_pattern: [
    {
      version: 2,
      from: SECOND_PATTERNS_FROM,
      change:
        'Visitors who relieve each other in step; the sockets of the outlet are looked at on arrival and in trials.',
    },
    ...first(PATTERNS_FROM),
  ],
};

const patternEntries = Object.fromEntries(
  PATTERN_RULES.map((rule): [PatternRule, MethodEntry] => [
    rule,
    { looksAt: PATTERNS[rule], setting: modeOf(rule), versions: VERSIONS[rule] ?? first(PATTERNS_FROM) },
  ]),
) as Readonly<Record<PatternRule, MethodEntry>>;

const entry = (looksAt: string, setting = ALWAYS, versions = first(EARLIER)): MethodEntry => ({
  looksAt,
  setting,
  versions,
});

/**
 * The published method: one entry per reason; null if no rule assigns that reason yet. The documentation is generated
 * from this table, so that it matches the rules.
 */
export const TRAFFIC_METHOD: Readonly<Record<InvalidReason, MethodEntry | null>> = {
  play_forged: entry('A view whose play token was not signed by this server.'),
  play_expired: entry('A view outside the time in which its play was valid.'),
  play_elsewhere: entry('A view whose play was served to another outlet.'),
  play_mismatch: entry('A view whose play has another id or flight.'),
  unsigned: entry('A view without a play.', 'A setting of the installation and of each flight.'),
  no_creative: entry('A view of a flight without an accepted creative.', ALWAYS, first(PATTERNS_FROM)),
  repeated: entry('A second click or burn of the same view.'),
  paused: entry('An event at a time when its flight was paused.'),
  out_of_order: entry(
    'A click before its view, or a burn before its view’s creative was over (10 percent tolerance).',
    ALWAYS,
    first(PATTERNS_FROM),
  ),
  backfill: entry('A late event of an outlet that was not in contact around that time.', ALWAYS, first(PATTERNS_FROM)),
  over_budget: entry('An event that the flight’s budget or daily cap does not cover.'),
  visitor_pace: entry(
    'More seconds of ads of one fingerprint in an hour than allowed.',
    `Seconds of ads in an hour, or no limit. Default: ${FIRST_RULES.visitorSeconds}.`,
    [
      { version: 2, from: PATTERNS_FROM, change: 'By seconds shown instead of the number of views.' },
      { version: 1, from: EARLIER, change: 'First version.' },
    ],
  ),
  outlet_pace: entry(
    'A view that the sockets of its outlet cannot have shown beside its other views. Two ads a socket more may start, and a quarter more seconds, since visitors skip ads.',
    'On or off. Default: on.',
    [
      { version: 2, from: PATTERNS_FROM, change: 'Skipped ads and outlets with several sockets.' },
      { version: 1, from: EARLIER, change: 'First version.' },
    ],
  ),
  data_centre: entry(
    'The visitor’s address, which the event reports, is in a data center. The address of the gateway that sends the report is not looked at.',
    'On or off. Default: on.',
    [
      { version: 2, from: PATTERNS_FROM, change: 'A list ships with the product; an operator’s file adds to it.' },
      { version: 1, from: EARLIER, change: 'First version, by the operator’s file alone.' },
    ],
  ),
  outlet_silent: entry('No other sign of life of the outlet around the event.', 'Minutes, or off. Default: off.'),
  ...patternEntries,
};
