import { Button, CloseButton } from '@mantine/core';
import classes from './inbox.module.css';
import type { MailAct, Mailbox } from './sample-mailbox.ts';

type DoneBarProps = {
  done: Mailbox['done'];
  act: (act: MailAct) => void;
  /** Called to move the focus when the bar's buttons disappear. */
  focusNext: () => void;
};

/** Shows the last action until the next action, with an Undo button if possible. */
export function DoneBar({ done, act, focusNext }: DoneBarProps) {
  const end = (kind: 'undo' | 'dismiss'): void => {
    focusNext();
    act({ kind });
  };
  return (
    <div className={classes.done} data-shown={done !== null}>
      <span role="status">{done?.words}</span>
      {done === null || done.touched.length === 0 ? null : (
        <Button variant="subtle" size="compact-sm" className={classes.undo ?? ''} onClick={() => end('undo')}>
          Undo
        </Button>
      )}
      {done === null ? null : (
        <CloseButton className={classes.doneClose ?? ''} aria-label="Hide the note" onClick={() => end('dismiss')} />
      )}
    </div>
  );
}
