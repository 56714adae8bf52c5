import { observeClient } from '../lib/api-client.ts';
import { checkConnection } from '../lib/connection.ts';
import { showToast } from '../ui/toast.ts';

/** Acts on what every call may meet: a busy server, one that is away, a session that is over. */
export const watchClient = (onSessionEnded: () => void): void =>
  observeClient({
    onSessionEnded,
    onBusy: (seconds) =>
      void showToast({ kind: 'info', key: 'busy', message: `The server is busy. Trying again in ${seconds} s.` }),
    onUnreachable: () => void checkConnection(),
  });
