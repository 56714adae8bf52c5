import { CLOCK_TOLERANCE_MS, distanceTo } from '#domain/clock-tolerance.ts';
import type { IngestKey } from '../../../ingestor.ts';
import type { Assignment, CatalogOutlet } from '../../../network/snapshot/catalog-entries.ts';
import { type Rejection, rejection } from './rejection.ts';

export type Located = { readonly outlet: CatalogOutlet; readonly assignment: Assignment };

/**
 * Finds the outlet and its owner at the time of the event, if the key may report it (docs/threat-model.md#f1). The
 * assignment at that time decides, so a late retry after a reassignment still counts for the previous owner. For an
 * outlet or gateway key, an unknown EUI and another owner's EUI get the same rejection.
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

/**
 * Returns the assignment at the event's time according to the outlet's clock, or the nearest one within the tolerance.
 * For a gateway, only assignments to its customer count.
 */
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
