import { createSecretBox } from '../keys/secret-box.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { ERASE_VISITOR, type ErasedVisitor } from '../visitors/erase-visitor-job.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { telling } from './telling.ts';

/** Erases all data that identifies a visitor, in the running server or here. */
export async function eraseVisitor(context: AdminContext, fingerprint: string): Promise<void> {
  const { accounts, config, now, print } = context;
  if (!/^[0-9a-f]{32}$/i.test(fingerprint) || /^0+$/.test(fingerprint))
    throw new AdminError('A fingerprint is 32 hexadecimal digits (0 to 9, a to f), not all of them 0.');
  // Encrypted, because the row stays in the accounts store until the job is done.
  const payload = createSecretBox(config, 'visitors').seal(fingerprint.toLowerCase());
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, { kind: ERASE_VISITOR, payload });
  if ('failure' in outcome) throw new AdminError(`Not erased. ${outcome.failure}`);
  const { events } = outcome.result as ErasedVisitor;
  print(
    events === 0
      ? 'No stored event has this fingerprint.'
      : `Erased: fingerprint, address and play token of ${events} ${events === 1 ? 'event' : 'events'}. All figures stay as they were.`,
  );
  print('Later events of this visitor are counted, and stored without what names them.');
  print('Backups made before today still hold it: let them expire, and erase again after a restore.');
}
