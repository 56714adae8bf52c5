import { Button, CloseButton } from '@mantine/core';
import classes from './inbox.module.css';
import type { MailAct, Mailbox } from './mailbox.ts';

/** What was done last, and the way back; it stays until something else is done. */
export function DoneBar({ done, act }: { done: Mailbox['done']; act: (act: MailAct) => void }) {
  return (
    <div className={classes.done} data-shown={done !== null}>
      <span role="status">{done?.words}</span>
      {done === null ? null : (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.undo ?? ''}
            onClick={() => act({ kind: 'undo' })}
          >
            Undo
          </Button>
          <CloseButton
            className={classes.doneClose ?? ''}
            aria-label="Hide the note"
            onClick={() => act({ kind: 'dismiss' })}
          />
        </>
      )}
    </div>
  );
}
