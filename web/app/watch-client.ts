import { observeClient } from '../lib/api-client.ts';
import { checkConnection } from '../lib/connection.ts';
import { interpolate } from '../lib/interpolate.ts';
import { showToast } from '../ui/toast.ts';
import { watchClientStrings as strings } from './app-strings.ts';

/** Handles events from any request: a busy server, an unreachable server, an ended session. */
export const watchClient = (onSessionEnded: () => void): void =>
  observeClient({
    onSessionEnded,
    onBusy: (seconds) =>
      void showToast({ kind: 'info', key: 'busy', message: interpolate(strings.serverBusy, { seconds }) }),
    onUnreachable: () => void checkConnection(),
  });
