import { observeClient } from '../lib/api-client.ts';
import { checkConnection } from '../lib/connection.ts';
import { showToast } from '../ui/toast.ts';

/** Handles events from any request: a busy server, an unreachable server, an ended session. */
export const watchClient = (onSessionEnded: () => void): void =>
  observeClient({
    onSessionEnded,
    onBusy: (seconds) =>
      void showToast({ kind: 'info', key: 'busy', message: `The server is busy. Trying again in ${seconds} s.` }),
    onUnreachable: () => void checkConnection(),
  });
