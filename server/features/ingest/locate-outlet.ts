import { CLOCK_TOLERANCE_MS, distanceTo } from '#domain/clock-tolerance.ts';
import type { IngestKey } from '../../ingestor.ts';
import type { Assignment, CatalogOutlet } from '../../network/snapshot/catalog-entries.ts';
import { type Rejection, rejection } from './rejection.ts';

export type Located = { readonly outlet: CatalogOutlet; readonly assignment: Assignment };

/**
 * The outlet and who owned it when the event happened, if the key may report it (docs/threat-model.md#f1). The assignment of that
 * moment decides, so that a late retry after a re-assignment lands on the old owner again. An unknown EUI and a foreign
 * one read the same to an outlet or gateway.
 */
export function locateOutlet(
  outlet: CatalogOutlet | undefined,
  key: IngestKey,
  timestampMs: number,
): Located | Rejection {
  if (outlet === undefined) return rejection(key.kind === 'network' ? 'unknown_outlet' : 'wrong_outlet');
  if (key.kind === 'outlet' && key.outletId !== outlet.id) return rejection('wrong_outlet');
  const assignment = assignmentAt(outlet.assignments, timestampMs, key);
  if (key.kind === 'gateway' && assignment === undefined) return rejection('wrong_outlet');
  if (outlet.retiredMs !== null && timestampMs >= outlet.retiredMs + CLOCK_TOLERANCE_MS) return rejection('retired');
  return assignment === undefined ? rejection('not_assigned') : { outlet, assignment };
}

/** Where the outlet was at the instant of its own clock, or next to it within the tolerance; of those a gateway speaks for. */
function assignmentAt(assignments: readonly Assignment[], timestampMs: number, key: IngestKey): Assignment | undefined {
  let nearest: Assignment | undefined;
  let least = CLOCK_TOLERANCE_MS + 1;
  for (const assignment of assignments) {
    if (key.kind === 'gateway' && assignment.customerId !== key.customerId) continue;
    const distance = distanceTo(timestampMs, assignment);
    if (distance >= least) continue;
    nearest = assignment;
    least = distance;
  }
  return nearest;
}
