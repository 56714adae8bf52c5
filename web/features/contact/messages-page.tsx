import { useQuery } from '@tanstack/react-query';
import type { ContactMessage } from '#contract/contact.ts';
import { formatCount } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { messagesQuery } from './contact-api.ts';
import classes from './messages.module.css';

const MessageDrawer = lazyComponent(
  async () => (await import('./message-drawer.tsx')).MessageDrawer,
  ({ onClose }) => onClose(),
);

const COLUMNS: readonly Column<ContactMessage>[] = [
  {
    name: 'name',
    head: 'From',
    isHeading: true,
    isSortable: true,
    cell: ({ name, account, read_at }) => (
      <span className={classes.from} data-unread={read_at === null || undefined}>
        {read_at === null ? <span className={classes.dot} role="img" aria-label="Unread" /> : null}
        {name || account}
      </span>
    ),
  },
  { name: 'customer', head: 'Customer', isWideOnly: true, cell: ({ customer }) => customer || '–' },
  {
    name: 'message',
    head: 'Message',
    cell: ({ message, read_at }) => (
      <span className={classes.excerpt} data-unread={read_at === null || undefined}>
        {message}
      </span>
    ),
  },
  { name: 'sent_at', head: 'Sent', isSortable: true, cell: ({ sent_at }) => <TimeText instant={sent_at} /> },
];

const FOLDERS = {
  name: 'folder',
  label: 'Folder',
  all: 'All messages',
  choices: [
    { value: 'unread', label: 'Unread' },
    { value: 'deleted', label: 'Deleted' },
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
        title="Messages"
        context={
          unread === undefined ? 'From the contact form' : `From the contact form, ${formatCount(unread)} unread`
        }
      />
      <Panel label="Contact messages" flush>
        <ServerTable
          caption="Messages"
          nouns={['message', 'messages']}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="-sent_at"
          searchLabel="Name, address or text"
          filters={[FOLDERS]}
          onOpen={({ id }) => show(id)}
          empty={{ title: 'No messages yet', text: 'What people write at Contact is listed here.' }}
        />
      </Panel>
      {open === undefined ? null : <MessageDrawer key={open} id={open} onClose={() => show('')} />}
    </>
  );
}
