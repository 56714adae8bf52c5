import { type LiveMessage, liveChanges } from '#contract/live.ts';
import { openEventStream } from '../../lib/event-stream.ts';

type LiveListener = { onChange(message: LiveMessage): void; onOpen(): void; onLost(): void; signal: AbortSignal };

/** Live changes in scope until the signal aborts; opens again by itself after a loss. */
export const watchChanges = ({ onChange, onOpen, onLost, signal }: LiveListener) =>
  openEventStream(liveChanges, {
    onEvent: (name, data) => {
      if (name === 'change') onChange(data as LiveMessage);
    },
    onOpen,
    onLost,
    signal,
  });
