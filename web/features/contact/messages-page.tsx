import { useQuery } from '@tanstack/react-query';
import type { ContactMessage } from '#contract/contact.ts';
import { NOUNS } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { downloadMessages, messagesQuery } from './contact-api.ts';
import { messagesPageStrings as strings } from './contact-strings.ts';
import classes from './messages.module.css';

const MessageDrawer = lazyComponent(
  async () => (await import('./message-drawer.tsx')).MessageDrawer,
  ({ onClose }) => onClose(),
);

const COLUMNS: readonly Column<ContactMessage>[] = [
  {
    name: 'name',
    head: strings.from,
    isHeading: true,
    isSortable: true,
    cell: ({ name, account, read_at }) => (
      <span className={classes.from} data-unread={read_at === null || undefined}>
        {read_at === null ? <span className={classes.dot} role="img" aria-label={strings.unread} /> : null}
        {name || account}
      </span>
    ),
  },
  { name: 'customer', head: strings.customer, isWideOnly: true, cell: ({ customer }) => customer || '–' },
  {
    name: 'message',
    head: strings.message,
    cell: ({ message, read_at }) => (
      <span className={classes.excerpt} data-unread={read_at === null || undefined}>
        {message}
      </span>
    ),
  },
  { name: 'sent_at', head: strings.sent, isSortable: true, cell: ({ sent_at }) => <TimeText instant={sent_at} /> },
];

const FOLDERS = {
  name: 'folder',
  label: strings.folder,
  all: strings.allMessages,
  choices: [
    { value: 'unread', label: strings.unread },
    { value: 'deleted', label: strings.deleted },
  ],
} as const;

/** The page `/admin/messages`: messages from the contact form (docs/decisions.md#screens). */
export function MessagesPage() {
  const address = useTableAddress();
  const answer = useQuery(messagesQuery(address.search));
  const unread = answer.data?.unread;
  const { open } = address.search;
  const show = (id: string): void => address.open({ open: id });
  return (
    <>
      <PageTitle
        title={strings.messages}
        context={
          unread === undefined
            ? strings.fromTheContactForm
            : interpolate(strings.fromTheContactFormUnread, { unread: formatCount(unread) })
        }
      />
      <Panel label={strings.contactMessages} flush>
        <ServerTable
          id="messages"
          caption={strings.messages}
          noun={NOUNS.message}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          onExport={(file) => downloadMessages(address.search, file)}
          address={address}
          defaultSort="-sent_at"
          searchLabel={strings.searchLabel}
          filters={[FOLDERS]}
          onOpen={({ id }) => show(id)}
          empty={{ title: strings.emptyTitle, text: strings.empty }}
        />
      </Panel>
      {open === undefined ? null : <MessageDrawer key={open} id={open} onClose={() => show('')} />}
    </>
  );
}
