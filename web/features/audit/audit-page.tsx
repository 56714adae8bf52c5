import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditLine } from '#contract/audit.ts';
import { formatCounted } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './audit.module.css';
import { actionsQuery, auditQuery, checkLog, downloadAudit } from './audit-api.ts';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { actionChoices, actionWords, changeWords } from './audit-words.ts';
import { ChainVerdict } from './chain-verdict.tsx';
import { StreamState } from './stream-state.tsx';

const nothing = <span className={classes.quiet}>–</span>;

const COLUMNS: readonly Column<AuditLine>[] = [
  { name: 'at', head: 'When', isSortable: true, cell: ({ at }) => <TimeText instant={at} /> },
  {
    name: 'actor',
    head: 'Who',
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ actor }) => (actor ? <EmailText address={actor} /> : nothing),
  },
  {
    name: 'action',
    head: 'What',
    isSortable: true,
    isHeading: true,
    isWrapping: true,
    cell: ({ action }) => actionWords(action),
  },
  {
    name: 'subject',
    head: 'To whom',
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ subject }) => (subject ? <EmailText address={subject} /> : nothing),
  },
  {
    name: 'changes',
    head: 'What changed',
    isWrapping: true,
    cell: (entry) => changeWords(entry) || nothing,
  },
  { name: 'ip', head: 'From where', isSortable: true, isRoomy: true, cell: ({ ip }) => ip || nothing },
];

/** `/admin/audit`: who did what, to whom, from where (docs/threat-model.md#g6). */
export function AuditPage() {
  const address = useTableAddress();
  const { search, change } = address;
  const answer = useQuery(auditQuery(search));
  const { data: actions } = useQuery(actionsQuery());
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const check = useMutation({ mutationFn: checkLog });
  const download = useMutation({ mutationFn: () => downloadAudit(search) });
  const total = answer.data?.total;
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  const isDated = search.from !== undefined || search.to !== undefined;
  return (
    <>
      <PageTitle
        title="Audit log"
        context={
          total === undefined
            ? 'Who did what'
            : `Who did what: ${formatCounted(total, 'entry', 'entries')}, none can be changed`
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconShieldCheck {...icon} />}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              Check
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload {...icon} />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              Export
            </Button>
          </>
        }
      />
      <StreamState />
      <div role="status">{check.data ? <ChainVerdict verdict={check.data} /> : null}</div>
      <Panel label="Audit log" flush>
        <ServerTable
          caption="Audit log"
          nouns={['entry', 'entries']}
          columns={COLUMNS}
          keyOf={({ seq }) => String(seq)}
          answer={answer}
          address={address}
          defaultSort="-at"
          searchLabel="Who, what, to whom, address"
          filters={[{ name: 'action', label: 'What', all: 'Everything', choices: actionChoices(actions?.data ?? []) }]}
          toolbarFilters={
            <>
              <div className={classes.days}>
                {(['from', 'to'] as const).map((edge) => (
                  <TextInput
                    key={edge}
                    className={classes.day ?? ''}
                    type="date"
                    aria-label={edge === 'from' ? 'From day' : 'To day'}
                    leftSection={<span className={classes.edge}>{edge === 'from' ? 'From' : 'To'}</span>}
                    leftSectionWidth={edge === 'from' ? 52 : 36}
                    max="9999-12-31"
                    value={search[edge] ?? ''}
                    onChange={(event) => change({ [edge]: event.currentTarget.value })}
                  />
                ))}
              </div>
              {isDated ? (
                <Button variant="subtle" onClick={() => change({ from: '', to: '' })}>
                  All days
                </Button>
              ) : null}
            </>
          }
          isNarrowed={isDated}
          onOpen={setOpened}
          empty={{
            title: 'No entries yet',
            text: 'What people do with accounts, keys and the network is listed here.',
          }}
        />
      </Panel>
      {opened ? <AuditEntryDrawer entry={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
