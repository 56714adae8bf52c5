import { useQuery } from '@tanstack/react-query';
import type { OutboxEntry } from '#contract/outbox.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { MAIL_STATUS_CHOICES, MailStatus } from './mail-status.tsx';
import { downloadMails, mailsQuery } from './outbox-api.ts';
import { outboxPageStrings as strings } from './outbox-strings.ts';

const MailDrawer = lazyComponent(
  async () => (await import('./mail-drawer.tsx')).MailDrawer,
  ({ onClose }) => onClose(),
);

const COLUMNS: readonly Column<OutboxEntry>[] = [
  { name: 'subject', head: strings.subject, isHeading: true, isWrapping: true, cell: ({ subject }) => subject },
  {
    name: 'to',
    head: strings.to,
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ to }) => <EmailText address={to} />,
  },
  { name: 'status', head: strings.status, cell: ({ status }) => <MailStatus status={status} /> },
  {
    name: 'created_at',
    head: strings.created,
    isSortable: true,
    cell: ({ created_at }) => <TimeText instant={created_at} />,
  },
];

const STATUSES = {
  name: 'status',
  label: strings.status,
  all: strings.allEmails,
  choices: MAIL_STATUS_CHOICES,
} as const;

/** The page `/admin/mail`: the product's mails and their delivery. */
export function OutboxPage() {
  const address = useTableAddress();
  const answer = useQuery(mailsQuery(address.search));
  const { open } = address.search;
  const show = (id: string): void => address.open({ open: id });
  return (
    <>
      <PageTitle
        title={strings.mail}
        context={answer.data?.has_mail_server === false ? strings.contextNoServer : strings.context}
      />
      <Panel label={strings.outgoingEmail} flush>
        <ServerTable
          id="mail"
          caption={strings.mail}
          noun={strings.emailNoun}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          onExport={(file) => downloadMails(address.search, file)}
          address={address}
          defaultSort="-created_at"
          searchLabel={strings.searchLabel}
          filters={[STATUSES]}
          onOpen={({ id }) => show(id)}
          empty={{ title: strings.emptyTitle, text: strings.empty }}
        />
      </Panel>
      {open === undefined ? null : <MailDrawer key={open} id={open} onClose={() => show('')} />}
    </>
  );
}
