import { IconMailOpened } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { formatCount } from '../../../web/lib/formatters.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageLinks } from '../../../web/ui/page-links.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { DoneBar } from './done-bar.tsx';
import { findMessages, MESSAGES_A_PAGE, pageOf } from './find-messages.ts';
import { FOLDER_NAMES, LABEL_NAMES } from './folder-names.ts';
import classes from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import { ListToolbar } from './message-toolbar.tsx';
import type { MailAct, Mailbox } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';
import { useLostFocus } from './use-lost-focus.ts';
import { useTicked } from './use-ticked.ts';

type MessageListProps = {
  address: InboxAddress;
  mailbox: Mailbox;
  act: (act: MailAct) => void;
  /** The message that was open before. */
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
      nouns={['message', 'messages']}
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
                    // A message without its star leaves this folder.
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
