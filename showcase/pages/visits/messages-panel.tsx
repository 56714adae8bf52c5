import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { AvatarMark } from '../avatar-mark.tsx';
import classes from './visits.module.css';
import { MESSAGES } from './visits-sample-data.ts';

const STATUS_NAMES = { online: 'online', late: 'away', offline: 'offline' } as const;

/** Messages of four people; the field below filters them. */
export function MessagesPanel() {
  const [words, setWords] = useState('');
  const shown = MESSAGES.filter(({ name, text }) =>
    `${name} ${text}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <Widget title="New Messages" reload close>
      <ul className={classes.messages}>
        {shown.map(({ name, tone, status, text }) => (
          <li key={name}>
            <AvatarMark name={name} tone={tone} />
            <span className={classes.message}>
              <span className={classes.person}>
                {name}
                <span className={classes.presence} data-status={status}>
                  {STATUS_NAMES[status]}
                </span>
              </span>
              <span className={classes.sub}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={classes.line}>No message with these words.</p> : null}
      <TextInput
        aria-label="Search in messages"
        placeholder="Search in messages"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </Widget>
  );
}
