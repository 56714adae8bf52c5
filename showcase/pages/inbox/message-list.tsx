import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Checkbox, Menu } from '@mantine/core';
import { IconChevronDown, IconMailOpened } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { formatCount } from '../../../web/lib/formatters.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageLinks } from '../../../web/ui/page-links.tsx';
import { SearchField } from '../../../web/ui/search-field.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { DoneBar } from './done-bar.tsx';
import { findMessages, MESSAGES_A_PAGE, pageOf } from './find-messages.ts';
import { FOLDER_NAMES, LABEL_NAMES } from './folder-names.ts';
import classes from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import type { MailAct, Mailbox, Message, Move } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';
import { useLostFocus } from './use-lost-focus.ts';

type MessageListProps = {
  address: InboxAddress;
  mailbox: Mailbox;
  act: (act: MailAct) => void;
  /** The message that was open before; null if no message was open. */
  lastId: number | null;
};

/** One page of a folder, with actions on the selected messages. */
export function MessageList({ address, mailbox, act, lastId }: MessageListProps) {
  const { place, go, linkTo } = address;
  const found = findMessages(mailbox.messages, place);
  const { page, pages, shown } = pageOf(found, place.page);
  const ticks = useTicked(`${place.folder} ${place.label} ${place.q}`, found);
  const list = useRef<HTMLDivElement>(null);
  useLostFocus(() => list.current?.querySelector<HTMLElement>(`[data-message="${lastId}"]`) ?? list.current);
  const focusList = (): void => list.current?.focus();
  const pager = (
    <PageLinks
      noun={{ one: 'message', other: 'messages' }}
      page={page}
      limit={MESSAGES_A_PAGE}
      total={found.length}
      says={showing}
      hrefOf={(to) => linkTo({ page: to }).href}
      onPage={(to) => go({ page: to })}
    />
  );
  return (
    <Widget label={place.label === null ? FOLDER_NAMES[place.folder] : LABEL_NAMES[place.label]} flush>
      <div className={classes.box}>
        <DoneBar done={mailbox.done} act={act} focusNext={focusList} />
        <div className={classes.top}>{pager}</div>
        <ListToolbar address={address} found={found} shown={shown} ticks={ticks} act={act} />
        <div ref={list} tabIndex={-1} className={classes.rows}>
          {found.length === 0 ? (
            <Nothing address={address} onClear={focusList} />
          ) : (
            <ul className={classes.list} aria-label="Messages">
              {shown.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  folder={place.folder}
                  link={linkTo({ message: message.id })}
                  isTicked={ticks.isTicked(message.id)}
                  onTick={() => ticks.toggle(message.id)}
                  onStar={() => {
                    act({ kind: 'star', id: message.id });
                    // A message leaves this folder when its star is removed.
                    if (place.folder === 'starred') focusList();
                  }}
                />
              ))}
            </ul>
          )}
        </div>
        {pages > 1 ? <div className={classes.bottom}>{pager}</div> : null}
      </div>
    </Widget>
  );
}

const showing = (from: number, to: number, total: number): string =>
  `Showing ${formatCount(from)} - ${formatCount(to)} of ${formatCount(total)} ${total === 1 ? 'message' : 'messages'}`;

/** Explains why the list is empty. `onClear` is called before the link that clears the search disappears. */
function Nothing({ address: { place, linkTo }, onClear }: { address: InboxAddress; onClear: () => void }) {
  const clear = linkTo({ q: '', page: 1 });
  const onClick = (event: MouseEvent): void => {
    clear.onClick(event);
    if (event.defaultPrevented) onClear();
  };
  if (place.q !== '')
    return (
      <EmptyState
        title={`Nothing matches “${place.q}”`}
        action={
          <a href={clear.href} onClick={onClick}>
            Clear the search
          </a>
        }
      >
        The search reads sender, subject and text of this folder, whatever the case.
      </EmptyState>
    );
  return (
    <EmptyState
      title={place.folder === 'trash' ? 'Trash is empty' : 'No messages here'}
      icon={<IconMailOpened size={20} stroke={1.75} />}
    >
      {place.folder === 'trash'
        ? 'Deleted messages wait here and can be brought back.'
        : 'Other folders may have some.'}
    </EmptyState>
  );
}

type ListToolbarProps = {
  address: InboxAddress;
  found: readonly Message[];
  /** The messages on the current page. */
  shown: readonly Message[];
  ticks: Ticked;
  act: (act: MailAct) => void;
};

/** Selects the whole folder, offers actions on the selected messages, and searches. */
function ListToolbar({ address, found, shown, ticks, act }: ListToolbarProps) {
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

/**
 * Actions on the selected messages. Reply and Forward need exactly one message that is not a draft; the other actions
 * accept any number.
 */
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

type Ticked = {
  readonly ids: readonly number[];
  readonly isTicked: (id: number) => boolean;
  readonly toggle: (id: number) => void;
  readonly set: (messages: readonly Message[]) => void;
};

/** Tracks the selected messages in a list. A different list (`key`) starts with no message selected. */
function useTicked(key: string, found: readonly Message[]): Ticked {
  const [ticked, setTicked] = useState<{ key: string; ids: ReadonlySet<number> }>({ key, ids: new Set() });
  const kept = ticked.key === key ? ticked.ids : new Set<number>();
  const ids = found.flatMap(({ id }) => (kept.has(id) ? [id] : []));
  return {
    ids,
    isTicked: (id) => kept.has(id),
    toggle: (id) => setTicked({ key, ids: new Set(kept.has(id) ? ids.filter((other) => other !== id) : [...ids, id]) }),
    set: (messages) => setTicked({ key, ids: new Set(messages.map(({ id }) => id)) }),
  };
}
