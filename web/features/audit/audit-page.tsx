import { Button, TextInput } from '@mantine/core';
import { IconCloudCheck, IconCloudX, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuditLine, AuditVerdict } from '#contract/audit.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
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
import { auditPageStrings as strings } from './audit-strings.ts';
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
    [strings.time, <TimeText key="at" instant={at} relative />],
    [strings.user, actor || strings.notSignedIn],
    [strings.action, actionWords(action)],
    [strings.target, subject || '–'],
    [strings.ipAddress, ip || '–'],
    ...facts.map(({ name, value }): [string, ReactNode] => [
      capital(fieldWords(name)),
      <Value key={name} field={name} value={value} />,
    ]),
    // Visitors to a demo get no hash.
    ...(hash === '' ? [] : [hash]).map((value): [string, ReactNode] => [
      strings.hash,
      <Identifier key="hash" value={value} name={strings.hashName} />,
    ]),
  ];
  return (
    <FormDrawer
      title={actionWords(action)}
      context={interpolate(strings.entryNumber, { number: seq })}
      isOpen
      onClose={onClose}
    >
      <Facts facts={rows} />
      {changes.length === 0 ? null : (
        <table className={classes.changes}>
          <caption>{strings.changes}</caption>
          <thead>
            <tr>
              <th scope="col">{strings.field}</th>
              <th scope="col">{strings.before}</th>
              <th scope="col">{strings.after}</th>
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
  if (data === undefined) return isError ? <p>{strings.streamFailed}</p> : null;
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
    <section className={`${classes.verdict} ${isFailing ? classes.broken : ''}`} aria-label={strings.auditStream}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>
          {isFailing
            ? interpolate(strings.deliveryFailing, { receiver })
            : interpolate(strings.delivering, { receiver })}
        </strong>
        <p>
          {deliveredAt === null
            ? interpolate(strings.neverDelivered, { entries: counted(waiting, NOUNS.entry) })
            : interpolate(strings.lastDelivered, {
                time: <TimeText instant={deliveredAt} />,
                entries: counted(waiting, NOUNS.entry),
              })}
        </p>
        {isFailing ? (
          <p>
            {interpolate(strings.failingSince, {
              time: <TimeText instant={failingSince} />,
              error: why,
            })}
          </p>
        ) : null}
      </div>
    </section>
  );
}

function faultInWords({ kind, from, to }: AuditVerdict['faults'][number]): string {
  if (from === to)
    return interpolate(kind === 'changed' ? strings.entryChanged : strings.entryMissing, { number: from });
  return interpolate(kind === 'changed' ? strings.entriesChanged : strings.entriesMissing, { from, to });
}

/** Shows whether the audit log is unaltered, and lists the entries that were changed or are missing. */
function ChainVerdict({ verdict: { entries, last, faults } }: { verdict: AuditVerdict }) {
  if (faults.length > 0)
    return (
      <div className={`${classes.verdict} ${classes.broken}`}>
        <IconShieldX size={20} stroke={1.75} aria-hidden="true" />
        <div>
          <strong>{strings.tampered}</strong>
          <ul>
            {faults.map((fault) => (
              <li key={`${fault.kind} ${fault.from}`}>{faultInWords(fault)}</li>
            ))}
          </ul>
        </div>
      </div>
    );
  return (
    <div className={classes.verdict}>
      <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{interpolate(strings.intact, { entries: counted(entries, NOUNS.entry) })}</strong>
        {last.hash === '' ? null : (
          <p>
            {interpolate(strings.lastHash, {
              hash: <Identifier value={last.hash} name={strings.hashName} />,
              number: last.seq,
            })}
          </p>
        )}
      </div>
    </div>
  );
}

const nothing = <span className={classes.quiet}>–</span>;

const COLUMNS: readonly Column<AuditLine>[] = [
  { name: 'at', head: strings.time, isSortable: true, cell: ({ at }) => <TimeText instant={at} /> },
  {
    name: 'actor',
    head: strings.user,
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ actor }) => (actor ? <EmailText address={actor} /> : nothing),
  },
  {
    name: 'action',
    head: strings.action,
    isSortable: true,
    isHeading: true,
    isWrapping: true,
    cell: ({ action }) => actionWords(action),
  },
  {
    name: 'subject',
    head: strings.target,
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ subject }) => (subject ? <EmailText address={subject} /> : nothing),
  },
  {
    name: 'changes',
    head: strings.whatChanged,
    isWrapping: true,
    cell: (entry) => changeWords(entry) || nothing,
  },
  { name: 'ip', head: strings.ipAddress, isSortable: true, isRoomy: true, cell: ({ ip }) => ip || nothing },
];

/** The page `/admin/audit`: who did what, to whom, from where (docs/threat-model.md#g6). */
export function AuditPage() {
  const address = useTableAddress();
  const { search, change } = address;
  const answer = useQuery(auditQuery(search));
  const { data: actions } = useQuery(actionsQuery());
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const check = useMutation({ mutationFn: checkLog });
  const total = answer.data?.total;
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  const isDated = search.from !== undefined || search.to !== undefined;
  return (
    <>
      <PageTitle
        title={strings.auditLog}
        context={
          total === undefined
            ? strings.context
            : interpolate(strings.contextTotal, { entries: counted(total, NOUNS.entry) })
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconShieldCheck {...icon} />}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {strings.verify}
          </Button>
        }
      />
      <StreamState />
      <div role="status">{check.data ? <ChainVerdict verdict={check.data} /> : null}</div>
      <Panel label={strings.auditLog} flush>
        <ServerTable
          id="audit"
          caption={strings.auditLog}
          noun={NOUNS.entry}
          columns={COLUMNS}
          keyOf={({ seq }) => String(seq)}
          answer={answer}
          address={address}
          defaultSort="-at"
          searchLabel={strings.searchLabel}
          onExport={(file) => downloadAudit(search, file)}
          filters={[
            {
              name: 'action',
              label: strings.action,
              all: strings.allActions,
              choices: actionChoices(actions?.data ?? []),
            },
          ]}
          toolbarFilters={
            <>
              <div className={classes.days}>
                {(['from', 'to'] as const).map((edge) => (
                  <TextInput
                    key={edge}
                    className={classes.day ?? ''}
                    type="date"
                    aria-label={edge === 'from' ? strings.fromDay : strings.toDay}
                    leftSection={<span className={classes.edge}>{edge === 'from' ? strings.from : strings.to}</span>}
                    leftSectionWidth={edge === 'from' ? 52 : 36}
                    max="9999-12-31"
                    value={search[edge] ?? ''}
                    onChange={(event) => change({ [edge]: event.currentTarget.value })}
                  />
                ))}
              </div>
              {isDated ? (
                <Button variant="subtle" onClick={() => change({ from: '', to: '' })}>
                  {strings.allDays}
                </Button>
              ) : null}
            </>
          }
          isNarrowed={isDated}
          onOpen={setOpened}
          empty={{
            title: strings.emptyTitle,
            text: strings.empty,
          }}
        />
      </Panel>
      {opened ? <AuditEntryDrawer entry={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
