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
const percent = (share: number): string => `${Math.round(share * 100)}%`;

const DEFAULTS = { off: 'off', flag: 'raise an alert', invalidate: 'mark invalid' } as const;
const modeOf = (rule: PatternRule): string =>
  `Off, raise an alert, or mark invalid. Default: ${DEFAULTS[FIRST_PATTERNS[rule]]}.`;

const PATTERNS: Readonly<Record<PatternRule, string>> = {
  click_pattern: `Paid clicks at one outlet, in three cases. ${CLICKS.fastCount} or more of the last ${CLICKS.last} follow their views within ${seconds(CLICKS.fastMs)}. Or ${percent(CLICKS.constantShare)} of them follow after the same time (within ${seconds(CLICKS.constantToleranceMs)}). Or ${percent(CLICKS.rate)} of the last ${CLICKS.rateViews} views of a flight are clicked, and that is ${CLICKS.rateTimes} times the flight’s rate at other outlets.`,
  energy_pattern: `The last ${ENERGY.readings} meter readings of an outlet are all 0, or all the same. Estimated energy is ignored.`,
  interval_pattern: `${percent(INTERVALS.share)} of the last ${INTERVALS.betweenVisitors} intervals between views of different visitors at an outlet are the same (within ${seconds(INTERVALS.toleranceMs)}). One visitor’s ads may follow each other at a constant rate. If visitors are unknown, the last ${INTERVALS.unknownVisitors} intervals without a pause are checked.`,
  fingerprint_pattern: `Three cases. The last ${FINGERPRINTS.views} views of an outlet with one socket occur within ${FINGERPRINTS.views} minutes, and either ${percent(FINGERPRINTS.newShare)} or more are from different visitors, or more than ${FINGERPRINTS.alternating} visitors take turns; more sockets allow more. Or visitors with ${RELAY.leastBlock} or more views each replace one another in step with the ads (within ${seconds(RELAY.toleranceMs)}), ${RELAY.changes} times, or ${RELAY.changes - 1} times after equal numbers of views. Or ${FINGERPRINTS.counters} fingerprints in a row differ in at most ${FINGERPRINTS.counterDigits} digits.`,
  closed_hours: `A view more than ${CLOSED_TOLERANCE_MINUTES} minutes outside the opening hours of its venue, in the venue’s time zone. A venue without opening hours is always open.`,
  many_addresses: `An outlet’s key was used from more than ${ADDRESSES.outlet} networks within an hour, or a gateway’s key from more than ${ADDRESSES.gateway}. A network is the first 16 bits of an IPv4 address or the first 32 of an IPv6 address.`,
  outlet_share: `In about a day, one outlet has ${percent(SHARE.share)} or more of a flight’s views, and at least ${SHARE.leastViews}, while ${SHARE.leastOutlets} or more other outlets show the flight.`,
  distant_venues: `The same fingerprint appears at ${SIGHTINGS.others + 1} or more outlets within ${seconds(SIGHTINGS.leastMs)}. Or it appears within up to ${seconds(SIGHTINGS.mostMs)} at venues too far apart to travel between at ${SIGHTINGS.kmPerHour} km/h.`,
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
        'Detects visitors who replace one another in step. Considers the outlet’s sockets on arrival and in trials.',
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
  play_forged: entry('A view whose play token wasn’t signed by this server.'),
  play_expired: entry('A view outside the period in which its play was valid.'),
  play_elsewhere: entry('A view whose play was issued to another outlet.'),
  play_mismatch: entry('A view whose play has a different ID or flight.'),
  unsigned: entry('A view without a play.', 'A setting of the installation and of each flight.'),
  no_creative: entry('A view of a flight without an accepted creative.', ALWAYS, first(PATTERNS_FROM)),
  repeated: entry('A second click or burn of the same view.'),
  paused: entry('An event that occurred while its flight was paused.'),
  out_of_order: entry(
    'A click before its view, or a burn before the creative ended (10% tolerance).',
    ALWAYS,
    first(PATTERNS_FROM),
  ),
  backfill: entry('A late event from an outlet that wasn’t in contact at the time.', ALWAYS, first(PATTERNS_FROM)),
  over_budget: entry('An event that the flight’s budget or daily cap doesn’t cover.'),
  visitor_pace: entry(
    'One fingerprint has more seconds of ads in an hour than allowed.',
    `Seconds of ads per hour, or no limit. Default: ${FIRST_RULES.visitorSeconds}.`,
    [
      { version: 2, from: PATTERNS_FROM, change: 'Limits seconds shown instead of the number of views.' },
      { version: 1, from: EARLIER, change: 'First version.' },
    ],
  ),
  outlet_pace: entry(
    'More views than the outlet’s sockets can have shown. Because visitors skip ads, two more ads per socket and a quarter more seconds are allowed.',
    'On or off. Default: on.',
    [
      { version: 2, from: PATTERNS_FROM, change: 'Allows for skipped ads and outlets with several sockets.' },
      { version: 1, from: EARLIER, change: 'First version.' },
    ],
  ),
  data_centre: entry(
    'The visitor’s IP address in the event belongs to a data center. The address of the gateway that sends the report is ignored.',
    'On or off. Default: on.',
    [
      { version: 2, from: PATTERNS_FROM, change: 'The product includes a list; an operator’s file adds to it.' },
      { version: 1, from: EARLIER, change: 'First version, with the operator’s file only.' },
    ],
  ),
  outlet_silent: entry(
    'The outlet had no other contact around the time of the event.',
    'Minutes, or off. Default: off.',
  ),
  ...patternEntries,
};
