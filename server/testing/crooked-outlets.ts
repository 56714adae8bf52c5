import type { EventResult, IngestAnswer, InvalidReason, OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { grouped } from '../lib/grouped.ts';
import type { SeededRandom } from '../lib/seeded-random.ts';

/** An outlet in the test's network, with its own key and its owner. */
export type WorkingOutlet = { readonly eui: string; readonly key: string; readonly owner: string };

/**
 * An event's expected result. `if_paid` means that nothing else is wrong with the event, so the budget determines
 * whether it counts or must be resent.
 */
export type Verdict = InvalidReason | 'counted' | 'if_paid' | 'duplicate' | 'rejected';

export type Report = {
  readonly event: OutletEvent;
  /** Code of the event's flight, regardless of what the event says. */
  readonly flight: string;
  readonly outlet: WorkingOutlet;
  readonly verdict: Verdict;
};

/** A stored report, and the reason why it is invalid, if it is. */
export type Stored = Pick<Report, 'flight' | 'outlet'> & {
  readonly kind: 'view' | 'click' | 'burn';
  readonly reason: InvalidReason | null;
};

export const ROUND_MS = 5 * MINUTE_MS;
/** Longer than the creatives are shown. */
const SLOT_MS = 20 * SECOND_MS;
const SLOTS = 12;
/** The number of views that the test's rule allows. */
export const VISITOR_VIEWS = 30;
export const CREATIVE_SECONDS = 15;

type Post = <Answer>(url: string, key: string, body: unknown) => Promise<Answer>;
type Needs = {
  readonly outlets: readonly WorkingOutlet[];
  readonly clock: { ms: number };
  readonly random: SeededRandom;
  readonly post: Post;
  /** Returns whether views without a play earn money for the flight with this code. */
  readonly acceptsUnsigned: (flight: string) => boolean;
};

/**
 * Simulates outlets. In a third of all cases, they send forged, replayed, repeated or late reports, or reports of
 * another outlet or an unknown view. Each report is created with its expected result, using rules independent of the
 * product. The server's response is compared with that result, and stored reports are collected in `stored`.
 */
export function createCrookedOutlets({ outlets, clock, random, post, acceptsUnsigned }: Needs) {
  const stored: Stored[] = [];
  const wrong: unknown[] = [];
  /** Reports that are sent only after their play has expired. */
  let held: { readonly report: Report; readonly dueMs: number }[] = [];
  const regular = { fingerprint: random.hex(32), countedMs: [] as number[] };
  let sent = 0;
  let honest = 0;

  const event = (fields: Omit<OutletEvent, 'timestamp'>, atMs: number): OutletEvent => ({
    ...fields,
    timestamp: new Date(atMs).toISOString(),
  });

  /**
   * Returns the expected result for a view by the regular visitor. Beyond thirty per hour at the first outlet, views
   * are invalid.
   */
  function ofRegular(atMs: number): Verdict {
    const near = regular.countedMs.filter((one) => atMs - one < HOUR_MS);
    if (near.length >= VISITOR_VIEWS) return 'visitor_pace';
    regular.countedMs.push(atMs);
    return 'counted';
  }

  /** Returns a play's view and the visitor's later actions. */
  function shown(outlet: WorkingOutlet, play: ServedPlay, flight: string, atMs: number): Report[] {
    const { eui } = outlet;
    const isRegular = outlet === outlets[0];
    const fingerprint = isRegular ? regular.fingerprint : random.hex(32);
    const view = event({ id: play.id, type: 'view', eui, cryptic: play.token, fingerprint }, atMs);
    const isLate = !isRegular && random.fraction() < 0.05;
    const verdict = isRegular ? ofRegular(atMs) : isLate ? 'if_paid' : 'counted';
    const reports: Report[] = [{ event: view, flight, outlet, verdict }];
    const follow = (type: 'click' | 'burn', of: string, as: Verdict): Report => {
      const laterMs = (type === 'burn' ? CREATIVE_SECONDS : 2) * SECOND_MS;
      const followed = event({ id: random.uuid(), type, eui, view_id: of, cryptic: play.token }, atMs + laterMs);
      return { event: followed, flight, outlet, verdict: as };
    };
    if (isLate) {
      held.push(...reports.map((report) => ({ report, dueMs: clock.ms + random.whole(1, 3) * HOUR_MS })));
      return [];
    }
    if (random.fraction() < 0.5) reports.push(follow('click', play.id, verdict));
    if (random.fraction() < 0.1) reports.push(follow('burn', play.id, verdict));
    // A second click is rejected as repeated before any rate limit applies to it.
    const again = reports
      .filter(({ event: { type } }) => type === 'click')
      .map(() => follow('click', play.id, 'repeated'));
    if (random.fraction() < 0.5) reports.push(...again);
    if (random.fraction() < 0.1) reports.push({ ...reports[0], verdict: 'duplicate' } as Report);
    if (random.fraction() < 0.05) reports.push(follow('click', random.uuid(), 'rejected'));
    return [...reports, ...forged(outlet, play, flight, atMs)];
  }

  /**
   * Returns forged views that claim the play or the time of a shown view. An invalid view does not use up the claimed
   * time.
   */
  function forged(outlet: WorkingOutlet, { token }: ServedPlay, flight: string, atMs: number): Report[] {
    const { eui } = outlet;
    const view = (fields: Partial<OutletEvent>, ms = atMs) =>
      event({ id: random.uuid(), type: 'view', eui, flight, fingerprint: random.hex(32), ...fields }, ms);
    const draw = random.fraction();
    if (draw < 0.07) {
      const at = random.whole(10, token.length - 10);
      const other = token[at] === 'A' ? 'B' : 'A';
      const cryptic = token.slice(0, at) + other + token.slice(at + 1);
      const made: Report = { event: view({ cryptic }), flight, outlet, verdict: 'play_forged' };
      const click = { id: random.uuid(), type: 'click' as const, eui, view_id: made.event.id };
      return [made, { event: event(click, atMs), flight, outlet, verdict: 'play_forged' }];
    }
    if (draw < 0.14) return [{ event: view({ cryptic: token }), flight, outlet, verdict: 'play_mismatch' }];
    // One additional ad is no more than what a visitor who skips ads would see.
    const verdict = acceptsUnsigned(flight) ? 'if_paid' : 'unsigned';
    if (draw < 0.22) return [{ event: view({}, atMs + 5 * SECOND_MS), flight, outlet, verdict }];
    return [];
  }

  /** Uses one play in that play's slot of the round. */
  function use(outlet: WorkingOutlet, play: ServedPlay, flight: string, atMs: number): Report[] {
    const draw = random.fraction();
    const isRegular = outlet === outlets[0];
    const fields = { id: play.id, type: 'view' as const, flight, cryptic: play.token, fingerprint: random.hex(32) };
    if (!isRegular && draw < 0.06) {
      const other = random.pick(outlets.filter((one) => one !== outlet));
      return [{ event: event({ ...fields, eui: other.eui }, atMs), flight, outlet: other, verdict: 'play_elsewhere' }];
    }
    if (!isRegular && draw < 0.12) {
      const laterMs = Date.parse(play.expires_at) + CLOCK_TOLERANCE_MS + random.whole(1, 600) * SECOND_MS;
      const late: Report = {
        event: event({ ...fields, eui: outlet.eui }, laterMs),
        flight,
        outlet,
        verdict: 'play_expired',
      };
      held.push({ report: late, dueMs: laterMs });
      return [];
    }
    return shown(outlet, play, flight, atMs);
  }

  function judge({ event: sentEvent, flight, outlet, verdict }: Report, result: EventResult): void {
    const reason = result.counted === false ? (result.reason as InvalidReason) : null;
    const isRight = () => {
      if (verdict === 'duplicate' || verdict === 'rejected') return result.status === verdict;
      if (verdict === 'if_paid' && result.status === 'rejected') return result.code === 'budget_held';
      if (result.status !== 'accepted') return false;
      if (verdict === 'counted') return reason === null;
      if (verdict === 'if_paid') return reason === null || reason === 'over_budget';
      return reason === verdict;
    };
    if (!isRight()) wrong.push({ verdict, event: sentEvent, result });
    if (result.status !== 'accepted') return;
    if (sentEvent.type === 'heartbeat' || sentEvent.type === 'fault') throw new RangeError('nobody sends these here');
    stored.push({ flight, outlet, kind: sentEvent.type, reason });
  }

  async function report(reports: readonly Report[]): Promise<void> {
    await Promise.all(
      [...grouped(reports, ({ outlet }) => outlet)].map(async ([{ key }, own]) => {
        const events = own.map((one) => one.event);
        const { results } = await post<IngestAnswer>('/api/ingest/events', key, events);
        for (const [at, one] of own.entries()) judge(one, results[at] as EventResult);
      }),
    );
    sent += reports.length;
    honest += reports.filter(({ verdict }) => verdict === 'counted').length;
  }

  return {
    stored,
    /** Responses that differ from the expected result. */
    wrong,
    sent: () => sent,
    /** Returns the share of reports that are late or wrong in some way. */
    crooked: () => 1 - honest / sent,
    /** Requests plays, shows them for five minutes, and reports their views. Returns the number of plays. */
    async round(): Promise<number> {
      const began = clock.ms;
      const reports: Report[] = [];
      let plays = 0;
      await Promise.all(
        outlets.map(async (outlet) => {
          const answer = await post<ServeAnswer>('/api/serve', outlet.key, { eui: outlet.eui, count: SLOTS });
          plays += answer.plays.length;
          for (const [slot, play] of answer.plays.entries())
            if (play.flight !== null)
              reports.push(...use(outlet, play, play.flight, began + slot * SLOT_MS + SECOND_MS));
        }),
      );
      clock.ms = began + ROUND_MS;
      const due = held.filter(({ dueMs }) => dueMs <= clock.ms);
      held = held.filter(({ dueMs }) => dueMs > clock.ms);
      await report([...reports, ...due.map((one) => one.report)]);
      return plays;
    },
    /** Sends the delayed reports, and one more view per outlet for a flight without any money left. */
    async end(spent: string): Promise<void> {
      clock.ms += 4 * HOUR_MS;
      const more = outlets.map((outlet): Report => {
        const fields = { id: random.uuid(), type: 'view' as const, eui: outlet.eui, flight: spent };
        return { event: event(fields, clock.ms), flight: spent, outlet, verdict: 'over_budget' };
      });
      await report([...held.map((one) => one.report), ...more]);
      held = [];
    },
  };
}
