import { Button, TextInput } from '@mantine/core';
import { IconCloudCheck, IconCloudX, IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuditLine, AuditVerdict } from '#contract/audit.ts';
import { formatCount, formatCounted } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/drawer-parts.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './audit.module.css';
import { actionsQuery, auditQuery, checkLog, downloadAudit, streamQuery } from './audit-api.ts';
import { actionChoices, actionWords, changeWords } from './audit-words.ts';
import { changedParts, fieldWords, valueWords } from './value-words.ts';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A value in words, followed by the stored value if it differs. */
function Value({ field, value }: { field: string; value: string }) {
  if (value === '') return '–';
  const words = valueWords(field, value);
  return words === value ? (
    value
  ) : (
    <>
      {words} <code className={classes.raw}>{value}</code>
    </>
  );
}

/** All fields of an audit entry. */
function AuditEntryDrawer({ entry, onClose }: { entry: AuditLine; onClose: () => void }) {
  const { seq, at, actor, action, subject, ip, changes, facts, hash } = entry;
  const rows: readonly [string, ReactNode][] = [
    ['When', <TimeText key="at" instant={at} relative />],
    ['Who', actor || 'Nobody signed in'],
    ['What', action],
    ['To whom', subject || '–'],
    ['From where', ip || '–'],
    ...facts.map(({ name, value }): [string, ReactNode] => [
      capital(fieldWords(name)),
      <Value key={name} field={name} value={value} />,
    ]),
    // Visitors to a demo get no hash.
    ...(hash === '' ? [] : [hash]).map((value): [string, ReactNode] => [
      'Hash',
      <Identifier key="hash" value={value} name="hash" />,
    ]),
  ];
  return (
    <FormDrawer title={actionWords(action)} context={`Entry ${seq}`} isOpen onClose={onClose}>
      <Facts facts={rows} />
      {changes.length === 0 ? null : (
        <table className={classes.changes}>
          <caption>Changes</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.flatMap(changedParts).map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldWords(field)}</th>
                <td>
                  <Value field={field} value={before} />
                </td>
                <td>
                  <Value field={field} value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FormDrawer>
  );
}

/** Shows how much of the audit log has reached its receiver. Renders nothing if no receiver is configured. */
function StreamState() {
  const { data, isError } = useQuery(streamQuery());
  if (data === undefined) return isError ? <p>The state of the audit stream could not be read.</p> : null;
  if (data.state === 'off') return null;
  const {
    state,
    receiver,
    last_delivered_at: deliveredAt,
    waiting,
    failing_since: failingSince,
    last_error: why,
  } = data;
  const isFailing = state === 'failing' && failingSince !== null;
  const Icon = isFailing ? IconCloudX : IconCloudCheck;
  return (
    <section className={`${classes.verdict} ${isFailing ? classes.broken : ''}`} aria-label="Audit stream">
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{isFailing ? `Delivery to ${receiver} is failing` : `Delivered to ${receiver}`}</strong>
        <p>
          Last delivered: {deliveredAt === null ? 'never' : <TimeText instant={deliveredAt} />}; {formatCount(waiting)}{' '}
          {waiting === 1 ? 'entry' : 'entries'} waiting.
        </p>
        {isFailing ? (
          <p>
            Failing since <TimeText instant={failingSince} />. {why} Entries are sent again automatically.
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** Shows whether the audit log is unaltered, and lists the entries that were changed or are missing. */
function ChainVerdict({ verdict: { entries, last, faults } }: { verdict: AuditVerdict }) {
  if (faults.length > 0)
    return (
      <div className={`${classes.verdict} ${classes.broken}`}>
        <IconShieldX size={20} stroke={1.75} aria-hidden="true" />
        <div>
          <strong>The audit log was tampered with.</strong>
          <ul>
            {faults.map(({ kind, from, to }) => (
              <li key={`${kind} ${from}`}>
                {from === to ? `Entry ${from}` : `Entries ${from} to ${to}`} {from === to ? 'is' : 'are'}{' '}
                {kind === 'changed' ? 'changed' : 'missing'}.
              </li>
            ))}
          </ul>
        </div>
      </div>
    );
  return (
    <div className={classes.verdict}>
      <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{formatCounted(entries, 'entry', 'entries')} checked: none changed, none missing.</strong>
        {last.hash === '' ? null : (
          <p>
            Last hash <Identifier value={last.hash} name="hash" />. Noted elsewhere, it proves later that nothing up to
            entry {last.seq} was rewritten.
          </p>
        )}
      </div>
    </div>
  );
}

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

/** The page `/admin/audit`: who did what, to whom, from where (docs/threat-model.md#g6). */
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
