import { type LiveMessage, liveChanges } from '#contract/live.ts';
import { openEventStream } from '../../lib/event-stream.ts';

type LiveListener = { onChange(message: LiveMessage): void; onOpen(): void; onLost(): void; signal: AbortSignal };

/** Streams live changes in scope until the signal aborts. Reconnects automatically. */
export const watchChanges = ({ onChange, onOpen, onLost, signal }: LiveListener) =>
  openEventStream(liveChanges, {
    onEvent: (name, data) => {
      if (name === 'change') onChange(data as LiveMessage);
    },
    onOpen,
    onLost,
    signal,
  });
