import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Checkbox, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SearchField } from '../../../web/ui/search-field.tsx';
import classes from './message-list.module.css';
import type { MailAct, Message, Move } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';
import type { Ticked } from './use-ticked.ts';

type ListToolbarProps = {
  address: InboxAddress;
  found: readonly Message[];
  /** The messages on the current page. */
  shown: readonly Message[];
  ticks: Ticked;
  act: (act: MailAct) => void;
};

/** Selection of the whole folder, actions on the selected messages, and the search. */
export function ListToolbar({ address, found, shown, ticks, act }: ListToolbarProps) {
  const { place, go } = address;
  const isAll = found.length > 0 && ticks.ids.length === found.length;
  return (
    <div className={classes.toolbar}>
      <Checkbox
        className={classes.all ?? ''}
        aria-label="Select all messages of this list"
        checked={isAll}
        indeterminate={ticks.ids.length > 0 && !isAll}
        disabled={found.length === 0}
        onChange={() => ticks.set(isAll ? [] : found)}
      />
      <ToolbarMenu label="Select">
        <Menu.Item onClick={() => ticks.set(found)}>All</Menu.Item>
        <Menu.Item onClick={() => ticks.set([])}>None</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => ticks.set(found.filter(({ unreaded }) => !unreaded))}>Read</Menu.Item>
        <Menu.Item onClick={() => ticks.set(found.filter(({ unreaded }) => unreaded))}>Unread</Menu.Item>
      </ToolbarMenu>
      <ToolbarMenu label="Actions">
        <Actions address={address} found={found} ticks={ticks} act={act} />
      </ToolbarMenu>
      <p className={classes.picked} role="status">
        {pickedWords(ticks.ids.length, shown.filter(({ id }) => ticks.isTicked(id)).length)}
      </p>
      <div className={classes.search}>
        <SearchField label="Search Messages" value={place.q} onSearch={(q) => go({ q, page: 1 }, { replace: true })} />
      </div>
    </div>
  );
}

function pickedWords(count: number, here: number): string {
  if (count === 0) return '';
  return count === here ? `${count} selected` : `${count} selected, ${here} of them on this page`;
}

function ToolbarMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-start" classNames={{ item: classes.item ?? '' }}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Reply and forward need exactly one sent or received letter; the other actions take any number. */
function Actions({ address: { place, go }, found, ticks, act }: Omit<ListToolbarProps, 'shown'>) {
  const { ids } = ticks;
  const [one, another] = found.filter(({ id }) => ids.includes(id));
  const isOne = one !== undefined && another === undefined && !one.draft;
  const isNone = ids.length === 0;
  const isAway = ['trash', 'archive', 'spam'].includes(place.folder);
  const move = (to: Move): void => {
    act({ kind: 'move', ids, to });
    ticks.set([]);
  };
  const mark = (unreaded: boolean): void => act({ kind: 'mark', ids, unreaded });
  return (
    <>
      {isNone ? <Menu.Label>Select messages first</Menu.Label> : null}
      <Menu.Item disabled={!isOne} onClick={() => go({ message: one?.id ?? null, compose: 'reply' })}>
        Reply
      </Menu.Item>
      <Menu.Item disabled={!isOne} onClick={() => go({ message: one?.id ?? null, compose: 'forward' })}>
        Forward
      </Menu.Item>
      {isAway ? (
        <Menu.Item disabled={isNone} onClick={() => move('inbox')}>
          Move to Inbox
        </Menu.Item>
      ) : (
        <Menu.Item disabled={isNone} onClick={() => move('archive')}>
          Archive
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item disabled={isNone} onClick={() => mark(false)}>
        Mark As Read
      </Menu.Item>
      <Menu.Item disabled={isNone} onClick={() => mark(true)}>
        Mark As Unread
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={isNone} color="red" onClick={() => move(place.folder === 'trash' ? 'gone' : 'trash')}>
        {place.folder === 'trash' ? 'Delete for good' : 'Delete'}
      </Menu.Item>
    </>
  );
}
