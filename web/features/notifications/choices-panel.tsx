import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type NotificationChoice, notificationTerms } from '#contract/notifications.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './notifications.module.css';
import { choicesQuery, saveChoice } from './notifications-api.ts';
import { choicesPanelStrings as strings } from './notifications-strings.ts';

/** The table of kinds and channels. Each checkbox is saved when it changes. */
export function ChoicesPanel() {
  const user = useCurrentUser();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(choicesQuery);
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: saveChoice,
    // One after the other, so that two quick changes of a kind arrive in order.
    scope: { id: 'notification-choices' },
    onMutate: ({ kind, ...change }) =>
      client.setQueryData(
        choicesQuery.queryKey,
        (before) =>
          before && { data: before.data.map((choice) => (choice.kind === kind ? { ...choice, ...change } : choice)) },
      ),
    onSuccess: () => void showToast({ kind: 'success', message: strings.saved }),
    onError: () => client.invalidateQueries({ queryKey: choicesQuery.queryKey }),
  });
  const isFixed = user === null || user.demo || user.viewed_by !== '';
  return (
    <Panel title={strings.title} context={strings.context}>
      {user?.demo ? <PageNote>{strings.demo}</PageNote> : null}
      <AlertMessage text={saving.error?.message ?? null} />
      {data ? (
        <table className={classes.choices} aria-label={strings.caption}>
          <thead>
            <tr>
              <th scope="col">{strings.event}</th>
              <th scope="col">{strings.inApp}</th>
              <th scope="col">{strings.email}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((choice) => (
              <Choice
                key={choice.kind}
                choice={choice}
                isFixed={isFixed}
                onChange={(change) => saving.mutate({ kind: choice.kind, ...change })}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.notLoaded}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={8} />}
    </Panel>
  );
}

type ChoiceProps = {
  choice: NotificationChoice;
  isFixed: boolean;
  onChange: (change: { in_app: boolean } | { mail: boolean }) => void;
};

function Choice({ choice: { kind, in_app: inApp, mail, required }, isFixed, onChange }: ChoiceProps) {
  const { label, hint, inApp: terms } = notificationTerms(kind);
  const named = (channel: string) => interpolate(strings.choiceLabel, { channel, kind: label });
  return (
    <tr>
      <th scope="row">
        {label}
        <small>{hint}</small>
      </th>
      <td>
        {inApp === null ? (
          <span className={classes.fixed}>{terms === 'always' ? strings.underAlerts : strings.emailOnly}</span>
        ) : (
          <Checkbox
            className={classes.choice ?? ''}
            aria-label={named(strings.inApp)}
            checked={inApp}
            disabled={isFixed}
            onChange={(event) => onChange({ in_app: event.currentTarget.checked })}
          />
        )}
      </td>
      <td>
        {required ? (
          <span className={classes.fixed}>{strings.always}</span>
        ) : (
          <Checkbox
            className={classes.choice ?? ''}
            aria-label={named(strings.email)}
            checked={mail}
            disabled={isFixed}
            onChange={(event) => onChange({ mail: event.currentTarget.checked })}
          />
        )}
      </td>
    </tr>
  );
}
