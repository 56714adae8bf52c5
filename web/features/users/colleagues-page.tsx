import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Colleague } from '#contract/colleagues.ts';
import { NOUNS } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { Widget } from '../../ui/widget.tsx';
import { COLLEAGUES_KEY, colleaguesQuery, downloadColleagues, sendAgain, sendChange } from './colleagues-api.ts';
import { STATUS_LABELS, standingLabel } from './user-words.ts';
import { colleaguesPageStrings as strings } from './users-strings.ts';

const closeIt = ({ onClose }: { onClose: () => void }): void => onClose();
const ColleagueForm = lazyComponent(async () => (await import('./colleague-plan.tsx')).ColleagueForm, closeIt);

const nameOf = ({ first_name, last_name, email }: Colleague): string => `${first_name} ${last_name}`.trim() || email;

const COLUMNS: readonly Column<Colleague>[] = [
  {
    name: 'first_name',
    head: strings.name,
    isSortable: true,
    isHeading: true,
    isWrapping: true,
    cell: (one) => `${nameOf(one)}${one.own ? ' (you)' : ''}`,
  },
  {
    name: 'email',
    head: strings.email,
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ email }) => <EmailText address={email} />,
  },
  { name: 'standing', head: strings.accessLevel, cell: ({ standing }) => standingLabel(standing) },
  { name: 'status', head: strings.status, cell: ({ status }) => STATUS_LABELS[status] },
  {
    name: 'last_seen_at',
    head: strings.lastSeen,
    isSortable: true,
    cell: ({ last_seen_at: at }) => (at === null ? strings.never : <TimeText instant={at} toThe="minute" />),
  },
];

type Act = {
  readonly label: string;
  /** The confirmation's text. `done` is the success message. Both contain `{name}`. */
  readonly question: string;
  readonly done: string;
  readonly isDangerous?: boolean;
  readonly run: (colleague: Colleague) => Promise<unknown>;
};

/** Returns a manager's actions on a colleague's account. Managers can't change their own account here. */
function actsOn({ standing, status }: Colleague): Act[] {
  if (status === 'disabled')
    return [
      {
        label: strings.enable,
        question: strings.enableText,
        done: strings.enabled,
        run: (one) => sendChange(one, { disabled: false }),
      },
    ];
  const raise: Act = {
    label: strings.makeManager,
    question: strings.makeManagerText,
    done: strings.madeManager,
    run: (one) => sendChange(one, { standing: 'manager' }),
  };
  const lower: Act = {
    label: strings.makeViewer,
    question: strings.makeViewerText,
    done: strings.madeViewer,
    run: (one) => sendChange(one, { standing: 'viewer' }),
  };
  const invite: Act = {
    label: strings.resendInvitation,
    question: strings.resendText,
    done: strings.resent,
    run: sendAgain,
  };
  return [
    standing === 'viewer' ? raise : lower,
    ...(status === 'pending' ? [invite] : []),
    {
      label: strings.disable,
      question: strings.disableText,
      done: strings.disabled,
      isDangerous: true,
      run: (one) => sendChange(one, { disabled: true }),
    },
  ];
}

type Asked = { readonly act: Act; readonly colleague: Colleague };

const planOf = ({
  act: { label, question, done, isDangerous = false, run },
  colleague,
}: Asked): ConfirmedActionPlan => ({
  title: label,
  confirmLabel: label,
  isDangerous,
  text: <p>{interpolate(question, { name: nameOf(colleague) })}</p>,
  run: async () => {
    await run(colleague);
    return interpolate(done, { name: nameOf(colleague) });
  },
});

/** The page `/app/colleagues`: the accounts of the user's organization. Managers invite and disable colleagues. */
export function ColleaguesPage() {
  const user = useCurrentUser();
  const address = useTableAddress();
  const answer = useQuery(colleaguesQuery(address.search));
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const manages = user?.standing === 'manager' && !user.demo && user.viewed_by === '';
  return (
    <>
      <PageTitle
        title={strings.colleagues}
        context={user?.customer ? interpolate(strings.contextFor, { customer: user.customer }) : strings.context}
        actions={
          manages ? (
            <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
              {strings.inviteColleague}
            </Button>
          ) : null
        }
      />
      {manages ? null : <PageNote>{user?.demo ? strings.demoNote : strings.viewerNote}</PageNote>}
      <Widget title={strings.colleagues} collapse flush>
        <ServerTable
          id="colleagues"
          caption={strings.colleagues}
          noun={NOUNS.colleague}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          onExport={(file) => downloadColleagues(address.search, file)}
          address={address}
          defaultSort="first_name"
          searchLabel={strings.searchLabel}
          {...(manages
            ? {
                rowActions: (one: Colleague) =>
                  one.demo || one.own ? null : (
                    <MoreMenu
                      label={interpolate(strings.actionsFor, { name: nameOf(one) })}
                      size={30}
                      acts={actsOn(one).map((act) => ({
                        label: act.label,
                        run: () => setAsked({ act, colleague: one }),
                      }))}
                    />
                  ),
              }
            : {})}
          empty={{ title: strings.emptyTitle, text: strings.empty }}
        />
      </Widget>
      {isInviting ? <ColleagueForm onClose={() => setInviting(false)} /> : null}
      <ConfirmedAction plan={asked && planOf(asked)} topic={COLLEAGUES_KEY} onClose={() => setAsked(null)} />
    </>
  );
}
