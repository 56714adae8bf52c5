import type { EventResult, FaultKind } from '#contract/ingest.ts';
import { eventIdOf } from '../../databases/events/event-identity.ts';
import type { EventKind } from '../../databases/events/events-db.ts';
import type { IngestKey } from '../../ingestor.ts';
import type { Catalog } from '../../network/snapshot/catalog.ts';
import type { Play, PlayFault } from '../../plays/play-token.ts';
import { type CheckedEvent, type CheckOptions, checkEvent } from './check-event.ts';
import { type Located, locateOutlet } from './locate-outlet.ts';
import { isRejection, type Rejection } from './rejection.ts';
import { takeTurns } from './take-turns.ts';

/** An event in order, of a known outlet and owner, that may be reported with this key. */
export type Draft = {
  readonly index: number;
  readonly event: CheckedEvent;
  readonly kind: EventKind;
  readonly located: Located;
  readonly eventId: bigint;
  /** 0 for a view. */
  readonly viewId: bigint;
  /** What its token proves; null before that was looked at, and for all that reports no play of ours. */
  readonly play: Play | null;
  /** What is wrong with its token. */
  readonly fault: PlayFault | null;
  /** The flight stands in the token alone. */
  readonly isNamedByToken: boolean;
};

export type Heartbeat = { readonly index: number; readonly event: CheckedEvent; readonly located: Located };

/** What an outlet says is wrong with it; kept beside the events, because it is never counted. */
export type Fault = Heartbeat & { readonly kind: FaultKind };

export type Examined = {
  readonly drafts: readonly Draft[];
  readonly heartbeats: readonly Heartbeat[];
  readonly faults: readonly Fault[];
  readonly rejected: readonly EventResult[];
};

/** Everything about a batch that does not depend on what is stored already. */
export async function examineBatch(
  batch: readonly unknown[],
  key: IngestKey,
  catalog: Catalog,
  options: CheckOptions,
): Promise<Examined> {
  const drafts: Draft[] = [];
  const heartbeats: Heartbeat[] = [];
  const faults: Fault[] = [];
  const rejected: EventResult[] = [];
  const checked: (CheckedEvent | Rejection)[] = [];
  await takeTurns(batch, (raw) => checked.push(checkEvent(raw, options)));
  const outlets = await catalog.load(wantedOf(checked));
  await takeTurns(checked, (event, index) => {
    if (isRejection(event)) return void rejected.push(rejectedResult(index, idOf(batch[index]), event));
    const located = locateOutlet(outlets.get(event.eui), key, event.timestampMs);
    if (isRejection(located)) rejected.push(rejectedResult(index, event.id, located));
    else if (event.kind === 'heartbeat') heartbeats.push({ index, event, located });
    else if (event.kind === 'fault') pushFault(faults, { index, event, located });
    else drafts.push(draftOf(index, event, event.kind, located));
  });
  return { drafts, heartbeats, faults, rejected };
}

function pushFault(faults: Fault[], reported: Heartbeat): void {
  const { fault: kind } = reported.event;
  if (kind !== null) faults.push({ ...reported, kind });
}

function draftOf(index: number, event: CheckedEvent, kind: EventKind, located: Located): Draft {
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

/** The id an event was sent with, to name it in its rejection; '' where there is none that can be repeated. */
function idOf(raw: unknown): string {
  const id: unknown = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
}
