import type { EventResult, FaultKind } from '#contract/ingest.ts';
import type { EventKind } from '#event-store/event-store.ts';
import { eventIdOf } from '#event-store/event-store.ts';
import type { IngestKey } from '../../../ingestor.ts';
import type { Catalog } from '../../../network/snapshot/catalog.ts';
import type { Play, PlayFault } from '../../../plays/play-token.ts';
import { forEachYielding } from '../receive/for-each-yielding.ts';
import { type CheckedEvent, type CheckOptions, checkEvent } from './check-event.ts';
import { type Located, locateOutlet } from './locate-outlet.ts';
import { isRejection, type Rejection } from './rejection.ts';

/** A valid event that the key may report, with its outlet and owner. */
export type CandidateEvent = {
  readonly index: number;
  readonly event: CheckedEvent;
  readonly kind: EventKind;
  readonly located: Located;
  readonly eventId: bigint;
  /** The id of the view that a click or burn names; 0 for a view. */
  readonly viewId: bigint;
  /**
   * The play that the event's token proves. Null until the token is checked, and if the event reports no play from
   * this network.
   */
  readonly play: Play | null;
  /** Why the token is invalid; null if the token is valid or was not checked. */
  readonly fault: PlayFault | null;
  /** Whether only the token names the flight, not the event. */
  readonly isNamedByToken: boolean;
};

export type Heartbeat = { readonly index: number; readonly event: CheckedEvent; readonly located: Located };

/** A fault that an outlet reports about itself. Faults are never counted, so they are stored separately from events. */
export type Fault = Heartbeat & { readonly kind: FaultKind };

export type CheckedBatch = {
  readonly candidates: readonly CandidateEvent[];
  readonly heartbeats: readonly Heartbeat[];
  readonly faults: readonly Fault[];
  readonly rejected: readonly EventResult[];
};

/** Runs all checks that do not depend on stored events. */
export async function checkBatch(
  batch: readonly unknown[],
  key: IngestKey,
  catalog: Catalog,
  options: CheckOptions,
): Promise<CheckedBatch> {
  const candidates: CandidateEvent[] = [];
  const heartbeats: Heartbeat[] = [];
  const faults: Fault[] = [];
  const rejected: EventResult[] = [];
  const checked: (CheckedEvent | Rejection)[] = [];
  await forEachYielding(batch, (raw) => checked.push(checkEvent(raw, options)));
  const outlets = await catalog.load(wantedOf(checked));
  await forEachYielding(checked, (event, index) => {
    if (isRejection(event)) return void rejected.push(rejectedResult(index, idOf(batch[index]), event));
    const located = locateOutlet(outlets.get(event.eui), key, event.timestampMs);
    if (isRejection(located)) rejected.push(rejectedResult(index, event.id, located));
    else if (event.kind === 'heartbeat') heartbeats.push({ index, event, located });
    else if (event.kind === 'fault') pushFault(faults, { index, event, located });
    else candidates.push(draftOf(index, event, event.kind, located));
  });
  return { candidates: candidates, heartbeats, faults, rejected };
}

function pushFault(faults: Fault[], reported: Heartbeat): void {
  const { fault: kind } = reported.event;
  if (kind !== null) faults.push({ ...reported, kind });
}

function draftOf(index: number, event: CheckedEvent, kind: EventKind, located: Located): CandidateEvent {
  const { key } = located.outlet;
  const viewId = event.viewId === null ? 0n : eventIdOf(key, event.viewId);
  const token = { play: null, fault: null, isNamedByToken: false };
  return { index, event, kind, located, eventId: eventIdOf(key, event.id), viewId, ...token };
}

function wantedOf(checked: readonly (CheckedEvent | Rejection)[]): { euis: Set<string>; flightCodes: Set<string> } {
  const euis = new Set<string>();
  const flightCodes = new Set<string>();
  for (const event of checked) {
    if (isRejection(event)) continue;
    euis.add(event.eui);
    if (event.flightCode !== null) flightCodes.add(event.flightCode);
  }
  return { euis, flightCodes };
}

export const rejectedResult = (index: number, id: string, { code, reason, retryAfter }: Rejection): EventResult => ({
  index,
  id,
  status: 'rejected',
  code,
  reason,
  ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
});

/**
 * Returns the id that the event was sent with, cut to 64 characters, for its rejection. Returns '' if the event has no
 * text id.
 */
function idOf(raw: unknown): string {
  const id: unknown = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
}
