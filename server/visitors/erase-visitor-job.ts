import type { EventsStore, SealJob } from '#event-store/operations.ts';
import { eraseVisitors, findTouchesOf } from '#event-store/operations.ts';
import type { SecretBox } from '../keys/purpose-keys.ts';
import { changeOf, type LiveChanges } from '../live/live-changes.ts';
import { JobRefusedError, type JobWork } from '../maintenance/job-runner.ts';
import type { VisitorGate } from './visitor-gate.ts';

export const ERASE_VISITOR = 'erase-fingerprint';

type Needs = {
  readonly events: EventsStore;
  readonly sealJob: Pick<SealJob, 'alone'>;
  readonly gate: Pick<VisitorGate, 'erase'>;
  readonly box: SecretBox;
  readonly live: Pick<LiveChanges, 'announce'>;
};

/** The number of events from which the data identifying the visitor was erased. */
export type ErasedVisitor = { readonly events: number };

/**
 * Creates the job that erases a visitor. First, the gate stops new rows with the visitor's data. Then, the fingerprint,
 * address and play token are removed from stored rows. No row is deleted and no figure changes. The job holds the seal
 * lease, because sealing copies the newest views.
 */
export function createVisitorErasure({ events, sealJob, gate, box, live }: Needs): JobWork {
  return async ({ id, payload, noted, note }) => {
    const fingerprint = box.open(payload);
    if (fingerprint === null)
      throw new JobRefusedError(
        'The server and this command have different values of SESSION_SECRET. Set the same value for both.',
      );
    await gate.erase(fingerprint);
    const erased = await sealJob.alone(async (prolong) => {
      const touches = await findTouchesOf(events, { fingerprint });
      // An interrupted attempt may have erased the visitor from some of the events already.
      const before = (noted as Partial<ErasedVisitor>).events ?? 0;
      const found = {
        events: Math.max(
          before,
          touches.reduce((sum, touch) => sum + touch.events, 0),
        ),
      };
      await note(found);
      await eraseVisitors(events, { fingerprint }, prolong);
      // Announce the change, so that the cached newest views are read again.
      if (touches.length > 0) live.announce(changeOf(touches.map((touch) => ({ ...touch, timestampMs: 0 }))));
      return found;
    });
    if (erased === null) return null;
    return { result: erased, audit: { action: 'visitor.erased', subject: id, detail: { ...erased } } };
  };
}
