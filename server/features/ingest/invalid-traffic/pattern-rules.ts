import type { InvalidReason } from '#contract/ingest.ts';
import { SECOND_MS } from '#domain/durations.ts';
import { firstReason } from '#domain/invalid-traffic.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import { isClosedAt, localTime } from '#domain/opening-hours.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { CandidateEvent } from '../check/check-batch.ts';
import type { Located } from '../check/locate-outlet.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import type { LaterReasons } from './apply-invalid-reasons.ts';
import { type NotedFinding, writeFindings } from './findings-queries.ts';
import { createPatternBook, type FoundPattern, type PatternBook, type PatternedEvent } from './recent-patterns.ts';

type FindingBook = {
  note(finding: NotedFinding): void;
  /** Writes the noted findings. Findings that cannot be written stay noted. */
  close(): Promise<void>;
};

const WRITE_AFTER_MS = SECOND_MS;

/**
 * Stores detected patterns in the accounts store, where alerts and /admin/traffic read them. Findings are collected
 * before they are written, so a stream of events causes few writes.
 */
function createFindingBook(accounts: AccountsDb, now: () => number): FindingBook {
  let noted = new Map<string, NotedFinding>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function note(finding: NotedFinding): void {
    const key = `${finding.rule} ${finding.outletKey} ${finding.flightKey}`;
    const before = noted.get(key);
    noted.set(key, before === undefined ? finding : joined(before, finding));
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const findings = [...noted.values()];
      noted = new Map();
      if (findings.length === 0) return;
      // The events themselves are stored. If the write fails, the next write includes these findings again.
      await writeFindings(accounts, findings, now()).catch(() => findings.forEach(note));
    });
    return writing;
  }

  return { note, close: write };
}

const joined = (one: NotedFinding, other: NotedFinding): NotedFinding => ({
  ...other,
  firstAtMs: Math.min(one.firstAtMs, other.firstAtMs),
  lastAtMs: Math.max(one.lastAtMs, other.lastAtMs),
  events: one.events + other.events,
});

type Batch = {
  readonly candidates: readonly CandidateEvent[];
  readonly rows: readonly StoredRow[];
  readonly rules: TrafficRules;
  /** Reasons that take effect before patterns. */
  readonly alone: LaterReasons;
};

type Patterned = {
  /** `alone`, plus the patterns that invalidate events. */
  readonly reasons: LaterReasons;
  /** Records the findings for stored events, and forgets events that were not stored. */
  settle(isStored: (eventId: bigint) => boolean): void;
};

const dayOf = createDayFinder();
const NO_FINGERPRINT = '0'.repeat(32);

type PatternJudge = Pick<PatternBook, 'refresh'> & {
  /** Applies the statistical rules to the batch's rows that no rule has found invalid yet. */
  judge(batch: Batch): Patterned;
  /** Writes the pending findings. */
  close(): Promise<void>;
};

/** Applies the statistical rules to arriving events, and records their findings. */
export function createPatternRules(needs: {
  readonly accounts: AccountsDb;
  readonly events: EventsReader;
  readonly now: () => number;
  readonly shared: boolean;
}): PatternJudge {
  const patterns = createPatternBook(needs);
  const findings = createFindingBook(needs.accounts, needs.now);
  return {
    refresh: patterns.refresh,
    judge: ({ candidates, rows, rules, alone }) => {
      const places = new Map(candidates.map(({ located }) => [located.outlet.key, located]));
      const spread = new Set(candidates.filter(({ event }) => event.isSpread).map(({ eventId }) => eventId));
      const events = rows.flatMap((row) => eventOf(row, places.get(row.outletKey), spread) ?? []);
      const found = patterns.judge(events, rules.patterns);
      return {
        reasons: withPatterns(alone, found),
        settle: (isStored) => {
          const lost = events.filter(({ eventId }) => !isStored(eventId));
          if (lost.length > 0) patterns.forget(lost);
          for (const one of found) if (isStored(one.event.eventId)) findings.note(noted(one));
        },
      };
    },
    close: findings.close,
  };
}

/**
 * Builds the event that the rules judge. Returns null for a row that is already invalid, and for a reading, which is
 * not a visit.
 */
function eventOf(row: StoredRow, located: Located | undefined, spread: ReadonlySet<bigint>): PatternedEvent | null {
  const { eventId, viewId, kind, outletKey, flightKey, timestampMs: atMs, fingerprint } = row;
  if (row.invalid !== null || kind === 'reading') return null;
  const { lat, lng } = located?.assignment.place ?? { lat: null, lng: null };
  return {
    eventId,
    viewId,
    kind,
    outletKey,
    flightKey,
    atMs,
    fingerprint: fingerprint === NO_FINGERPRINT ? '' : fingerprint,
    energyMilliWh: row.energyMetered ? row.energyMilliWh : null,
    isPaid: row.amountMicros > 0,
    position: { lat, lng },
    sockets: located?.outlet.sockets ?? 1,
    isClosed: located !== undefined && isClosed(located, atMs),
    isSpread: spread.has(eventId),
  };
}

/** Whether the venue is closed at that time. False if its opening hours are unknown. */
function isClosed({ assignment: { openingHours, timeZone } }: Located, atMs: number): boolean {
  return openingHours.length > 0 && isClosedAt(openingHours, localTime(atMs, dayOf(atMs, timeZone)));
}

/**
 * Adds the reasons found by patterns that invalidate. If an event has several reasons, it gets the first in the order
 * of the rules.
 */
function withPatterns(alone: LaterReasons, found: readonly FoundPattern[]): LaterReasons {
  if (found.every(({ mode }) => mode === 'flag')) return alone;
  const reasons = new Map<bigint, InvalidReason>(alone);
  for (const { rule, mode, event } of found) {
    if (mode !== 'invalidate') continue;
    const reason = firstReason([reasons.get(event.eventId) ?? null, rule]);
    if (reason !== null) reasons.set(event.eventId, reason);
  }
  return reasons;
}

const noted = ({ rule, mode, event: { outletKey, flightKey, atMs } }: FoundPattern) => ({
  rule,
  mode,
  outletKey,
  flightKey: rule === 'outlet_share' ? flightKey : 0,
  firstAtMs: atMs,
  lastAtMs: atMs,
  events: 1,
});
