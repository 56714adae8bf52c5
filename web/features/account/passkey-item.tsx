import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { Passkey } from '#contract/passkeys.ts';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './account.module.css';

type PasskeyItemProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

/** Shows one passkey of the account. */
export function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const { name, synced, created_at: addedAt, last_used_at: lastUsedAt } = passkey;
  return (
    <li className={classes.item}>
      <IconFingerprint size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{name}</strong>
        <small>
          Added <TimeText instant={addedAt} />
          {synced ? ', synced between devices' : ''}
        </small>
        <small>{lastUsedAt === null ? 'Not used yet' : <LastUsed instant={lastUsedAt} />}</small>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

const LastUsed = ({ instant }: { instant: string }) => (
  <>
    Last used <TimeText instant={instant} relative />
  </>
);
