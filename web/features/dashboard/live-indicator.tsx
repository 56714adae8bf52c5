import classes from './live-indicator.module.css';
import type { LiveState } from './use-live-changes.ts';

const WORDS: Record<LiveState, string> = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' };

/** Whether what is on screen follows the network. */
export function LiveIndicator({ state }: { state: LiveState }) {
  return (
    <span className={classes.live} data-state={state} role="status">
      <span className={classes.dot} aria-hidden="true" />
      {WORDS[state]}
    </span>
  );
}
