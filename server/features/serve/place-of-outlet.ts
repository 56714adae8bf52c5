import { lowest } from '#domain/extremes.ts';
import { AppError } from '../../http/app-error.ts';
import type { KeyHolder } from '../../network/authenticate-key.ts';
import type { Assignment, CatalogOutlet } from '../../network/snapshot/catalog-entries.ts';

export type Placed = {
  readonly outlet: CatalogOutlet;
  readonly assignment: Assignment;
  /** The known end of its time at this place; null: no end is entered. */
  readonly untilMs: number | null;
};

const WRONG_OUTLET =
  'This key may not ask for this outlet now. Check the EUI, the key and who the outlet is assigned to.';

/** The current place of the outlet, if the key covers it. An unknown EUI and a foreign one look the same. */
export function placeOfOutlet(outlet: CatalogOutlet | undefined, key: KeyHolder, nowMs: number): Placed {
  if (outlet === undefined || (key.kind === 'outlet' && key.outletId !== outlet.id))
    throw new AppError('forbidden', WRONG_OUTLET);
  const assignment = outlet.assignments.find(({ fromMs, toMs }) => fromMs <= nowMs && (toMs === null || nowMs < toMs));
  if (key.kind === 'gateway' && assignment?.customerId !== key.customerId)
    throw new AppError('forbidden', WRONG_OUTLET);
  if (outlet.retiredMs !== null && nowMs >= outlet.retiredMs)
    throw new AppError('forbidden', 'This outlet was retired. If it is in use again, have it put back into service.');
  if (assignment === undefined)
    throw new AppError('forbidden', 'This outlet is not assigned to a customer. Have it assigned first.');
  const ends = [assignment.toMs, outlet.retiredMs].filter((end) => end !== null);
  return { outlet, assignment, untilMs: ends.length === 0 ? null : lowest(ends) };
}
