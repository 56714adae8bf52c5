import { useQuery } from '@tanstack/react-query';
import type { OutboxEntry } from '#contract/outbox.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { MAIL_STATUS_CHOICES, MailStatus } from './mail-status.tsx';
import { mailsQuery } from './outbox-api.ts';

const MailDrawer = lazyComponent(
  async () => (await import('./mail-drawer.tsx')).MailDrawer,
  ({ onClose }) => onClose(),
);

const COLUMNS: readonly Column<OutboxEntry>[] = [
  { name: 'subject', head: 'Subject', isHeading: true, isWrapping: true, cell: ({ subject }) => subject },
  {
    name: 'to',
    head: 'To',
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ to }) => <EmailText address={to} />,
  },
  { name: 'status', head: 'Status', cell: ({ status }) => <MailStatus status={status} /> },
  {
    name: 'created_at',
    head: 'Written',
    isSortable: true,
    cell: ({ created_at }) => <TimeText instant={created_at} />,
  },
];

const STATUSES = { name: 'status', label: 'Status', all: 'All mails', choices: MAIL_STATUS_CHOICES } as const;

/** The page `/admin/mail`: the product's mails and their delivery. */
export function OutboxPage() {
  const address = useTableAddress();
  const answer = useQuery(mailsQuery(address.search));
  const { open } = address.search;
  const show = (id: string): void => address.open({ open: id });
  return (
    <>
      <PageTitle
        title="Mail"
        context={
          answer.data?.has_mail_server === false
            ? 'No mail server is configured (SMTP_URL): mails stay here to be read, with working links'
            : 'What was written to people, and what became of it'
        }
      />
      <Panel label="Outgoing mail" flush>
        <ServerTable
          caption="Mail"
          nouns={['mail', 'mails']}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="-created_at"
          searchLabel="Address or subject"
          filters={[STATUSES]}
          onOpen={({ id }) => show(id)}
          empty={{ title: 'No mail yet', text: 'Mails about registration, passwords and invitations are listed here.' }}
        />
      </Panel>
      {open === undefined ? null : <MailDrawer key={open} id={open} onClose={() => show('')} />}
    </>
  );
}
