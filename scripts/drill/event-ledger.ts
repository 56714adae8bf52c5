import { createHash, randomBytes } from 'node:crypto';
import type { EventResult, InvalidReason, OutletEvent } from '../../contract/ingest.ts';
import { type Earned, earnedBy, isHeld, NOTHING, type Terms } from './drill-terms.ts';

/** An event in the drill. The object itself stores the outcome, because there are a million events. */
export type DrillEvent = {
  readonly outlet: number;
  readonly kind: 'view' | 'click' | 'burn';
  /** Index into the flights; -1 for a house ad. */
  readonly flight: number;
  readonly timestampMs: number;
  /** Index of the view that a click or burn belongs to; -1 for a view. */
  readonly view: number;
  /**
   * For a second click or burn of the same view at the same moment, of which only one earns: the index of the first.
   * Otherwise -1.
   */
  readonly twin: number;
  /** Milliwatt-hours that the outlet metered; -1 without a reading. */
  readonly energyMilliWh: number;
  /** The play that the server chose. Null if the outlet chose. */
  readonly play: { readonly id: string; readonly token: string } | null;
  /** Milliseconds on the monotonic clock. Null until a response acknowledges the event. */
  acknowledgedAtMs: number | null;
  /**
   * Whether, according to the last response, the event's money is reserved for plays. The reservation may last longer
   * than a drill.
   */
  waits: boolean;
  /** The code of the last response that did not acknowledge the event. Empty without such a response. */
  lastCode: string;
  /** What the response says about the event's earnings. Null until there is such a response. */
  verdict: 'counted' | InvalidReason | null;
};

/** `sentAtMs` is a time on the monotonic clock. */
type HowSent = { readonly sentAtMs: number };

/** Contradictions that have no possible explanation, with examples. */
export type Oddities = { readonly counts: Map<string, number>; readonly examples: string[] };

const ESTIMATE_MILLI_WH = 25_000;
const MOST_EXAMPLES = 10;

/** Records every sent event and its responses: the drill's own ledger, independent of the product. */
export class EventLedger {
  readonly events: DrillEvent[] = [];
  readonly oddities: Oddities = { counts: new Map(), examples: [] };
  readonly terms: Terms;
  acknowledged = 0;
  private readonly prefix = `${randomBytes(4).toString('hex')}-0000-4000-8000-`;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  /** Adds an event and returns its index, which never changes. */
  add(
    event: Omit<DrillEvent, 'acknowledgedAtMs' | 'waits' | 'lastCode' | 'verdict' | 'play'> &
      Partial<Pick<DrillEvent, 'play'>>,
  ): number {
    return (
      this.events.push({ play: null, ...event, acknowledgedAtMs: null, waits: false, lastCode: '', verdict: null }) - 1
    );
  }

  at(index: number): DrillEvent {
    const event = this.events[index];
    if (event === undefined) throw new RangeError(`the drill has no event ${index}`);
    return event;
  }

  /** Returns the event's UUID. The view of a play has the play's id. */
  uuidOf = (index: number): string =>
    this.events[index]?.play?.id ?? this.prefix + index.toString(16).padStart(12, '0');

  /** Returns the event as its outlet sends it. */
  sent(index: number): OutletEvent {
    const { outlet, kind, flight, timestampMs, view, energyMilliWh, play } = this.at(index);
    return {
      id: this.uuidOf(index),
      type: kind,
      eui: this.terms.outlets[outlet]?.eui ?? '',
      timestamp: new Date(timestampMs).toISOString(),
      ...(flight < 0 ? {} : { flight: this.terms.flights[flight]?.code ?? '' }),
      ...(view < 0 ? {} : { view_id: this.uuidOf(view) }),
      ...(play === null ? {} : { cryptic: play.token }),
      ...(energyMilliWh < 0 ? {} : { energy_wh: energyMilliWh / 1_000 }),
      fingerprint: createHash('md5')
        // Few views per visitor and hour, so that no view is invalid because of its rate.
        .update(String(index % 500_000))
        .digest('hex'),
    };
  }

  /** Records a result. Returns true if the event must be sent again. */
  note(index: number, result: EventResult, { sentAtMs }: HowSent): boolean {
    const event = this.at(index);
    const { status, counted, reason, code, retry_after: retryAfter } = result;
    event.waits = code === 'budget_held';
    if (status === 'rejected') {
      event.lastCode = code ?? '';
      if ((event.acknowledgedAtMs ?? sentAtMs) < sentAtMs)
        this.find('rejected after they were acknowledged', `${code} ${this.uuidOf(index)}`);
      // Its view may have been stored and acknowledged while this response was in transit.
      const isViewMissing = code === 'unknown_view' && (this.at(event.view).acknowledgedAtMs ?? sentAtMs) >= sentAtMs;
      if (retryAfter === undefined && !isViewMissing) this.find('good events refused', `${code} ${this.uuidOf(index)}`);
      return true;
    }
    if (code === 'conflict') this.find('acknowledged as another event', this.uuidOf(index));
    if (status === 'accepted') {
      const verdict = counted === false ? (reason as InvalidReason) : 'counted';
      // If two responses are concurrent, the response that reports a duplicate may arrive first.
      if (event.verdict !== null) this.find('accepted twice', this.uuidOf(index));
      event.verdict = verdict;
      // The server reserved the view's money when it chose the play.
      if (event.play !== null && verdict !== 'counted')
        this.find('plays that did not count', `${verdict} ${this.uuidOf(index)}`);
    }
    if (event.acknowledgedAtMs === null) this.acknowledged += 1;
    event.acknowledgedAtMs ??= performance.now();
    return false;
  }

  /** Returns events that are not acknowledged, unless they or their views wait for money that is reserved for plays. */
  private unsettled = (): DrillEvent[] =>
    this.events.filter(
      ({ acknowledgedAtMs, waits, view }) =>
        acknowledgedAtMs === null && !waits && !(view >= 0 && this.events[view]?.waits === true),
    );

  countUnsettled = (): number => this.unsettled().length;

  /** Returns the number of unsettled events by the code of their last response; `no response` if they have none. */
  unsettledByCode(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { lastCode } of this.unsettled()) {
      const code = lastCode || 'no response';
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    return counts;
  }

  find(what: string, example: string): void {
    this.oddities.counts.set(what, (this.oddities.counts.get(what) ?? 0) + 1);
    if (this.oddities.examples.length < MOST_EXAMPLES) this.oddities.examples.push(`${what}: ${example}`);
  }

  /** Returns what an event earns according to the contracts, before budgets and before the choice between twins. */
  price(event: DrillEvent): Earned {
    const owner = this.terms.owners[this.terms.outlets[event.outlet]?.owner ?? -1];
    if (owner === undefined) return NOTHING;
    return earnedBy({ flight: this.terms.flights[event.flight], owner }, event);
  }

  /** Whether the event's flight was paused at its time. */
  isHeld({ flight: index, timestampMs }: DrillEvent): boolean {
    const flight = this.terms.flights[index];
    return flight !== undefined && isHeld(flight, timestampMs);
  }

  energyOf = ({ kind, energyMilliWh }: DrillEvent): number =>
    energyMilliWh >= 0 ? energyMilliWh : kind === 'view' ? ESTIMATE_MILLI_WH : 0;
}
