import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorSeed, SecondFactorState } from '#contract/second-factor.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import classes from './account.module.css';
import { disableFactor, fetchSeed, renewCodes, secondFactorQuery } from './account-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SeedForm } from './seed-form.tsx';

export type SecondFactorPanelProps = {
  isDemo: boolean;
  hasPasskey: boolean;
  /** Called after the user has saved the recovery codes. */
  onKept?: (() => void) | undefined;
};

/**
 * One-time codes from an authenticator app as the second step of sign-in, and recovery codes
 * (docs/threat-model.md#a21).
 */
export function SecondFactorPanel({ isDemo, hasPasskey, onKept }: SecondFactorPanelProps) {
  const { data: state, error, isFetching, refetch } = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const keep = () => {
    setCodes(null);
    onKept?.();
  };
  return (
    <Panel title="Second factor" context={contextOf(state, hasPasskey)}>
      {codes ? <RecoveryCodes codes={codes} onDone={keep} /> : null}
      {state && !codes ? (
        <FactorState state={state} isDemo={isDemo} hasPasskey={hasPasskey} onCodes={setCodes} />
      ) : null}
      {error && !state ? (
        <ErrorState
          what="The state of the second factor could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {state || error ? null : <LinesSkeleton lines={2} />}
    </Panel>
  );
}

function contextOf(state: SecondFactorState | undefined, hasPasskey: boolean): string {
  if (state?.enabled) return 'On: signing in asks for a code as well';
  return hasPasskey ? 'Off: your passkeys are the second factor' : 'Off: the password alone opens your account';
}

type FactorStateProps = {
  state: SecondFactorState;
  isDemo: boolean;
  hasPasskey: boolean;
  onCodes: (codes: readonly string[]) => void;
};

function FactorState({ state, isDemo, hasPasskey, onCodes }: FactorStateProps) {
  const client = useQueryClient();
  const [seed, setSeed] = useState<SecondFactorSeed | null>(null);
  const again = () => client.invalidateQueries({ queryKey: ['account'] });
  const own = { meta: { errors: 'own' } } as const;
  const preparing = useMutation({ ...own, mutationFn: fetchSeed, onSuccess: setSeed });
  const renewing = useMutation({ ...own, mutationFn: renewCodes, onSuccess: onCodes, onSettled: again });
  const disabling = useMutation({ ...own, mutationFn: disableFactor, onSettled: again });
  const error = preparing.error ?? renewing.error ?? disabling.error;

  if (seed !== null) {
    const enabled = (codes: readonly string[]): void => {
      onCodes(codes);
      setSeed(null);
      void again();
    };
    return <SeedForm seed={seed} onEnabled={enabled} onCancel={() => setSeed(null)} />;
  }
  return (
    <div className={classes.form}>
      <AlertMessage text={error?.message ?? null} />
      <p className={classes.text}>{wordsOf(state, hasPasskey)}</p>
      <div className={classes.buttons}>
        {state.enabled ? null : (
          <Button loading={preparing.isPending} disabled={isDemo} onClick={() => preparing.mutate()}>
            Set up
          </Button>
        )}
        {state.enabled || hasPasskey ? (
          <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
            New recovery codes
          </Button>
        ) : null}
        {state.enabled && !state.required ? (
          <Button variant="light" color="red" loading={disabling.isPending} onClick={() => disabling.mutate()}>
            Switch off
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function wordsOf(state: SecondFactorState, hasPasskey: boolean): string {
  if (state.enabled) return wordsOfCodes(state);
  return hasPasskey ? `${wordsOfCodes(state)} An app for one-time codes is one more way.` : wordsOfOff(state);
}

const wordsOfCodes = ({ recovery_codes_left: left, required }: SecondFactorState): string =>
  `${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left for the day you lose your phone.${
    required ? ' Administrators of this installation cannot switch the second factor off.' : ''
  }`;

const wordsOfOff = ({ required }: SecondFactorState): string =>
  required
    ? 'Administrators of this installation need it. You need an app for one-time codes, such as the one your phone brings.'
    : 'With it, a stolen password is not enough. You need an app for one-time codes, such as the one your phone brings.';
