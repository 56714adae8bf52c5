import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorSeed, SecondFactorState } from '#contract/second-factor.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import classes from './account.module.css';
import { disableFactor, fetchSeed, renewCodes, secondFactorQuery } from './account-api.ts';
import { secondFactorPanelStrings as strings } from './account-strings.ts';
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
    <Panel title={strings.secondFactor} context={contextOf(state, hasPasskey)}>
      {codes ? <RecoveryCodes codes={codes} onDone={keep} /> : null}
      {state && !codes ? (
        <FactorState state={state} isDemo={isDemo} hasPasskey={hasPasskey} onCodes={setCodes} />
      ) : null}
      {error && !state ? (
        <ErrorState
          what={strings.theStateOfTheSecond}
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
  if (state?.enabled) return strings.onSigningInAsksFor;
  return hasPasskey ? strings.offYourPasskeysAreThe : strings.offThePasswordAloneOpens;
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
            {strings.setUp}
          </Button>
        )}
        {state.enabled || hasPasskey ? (
          <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
            {strings.newRecoveryCodes}
          </Button>
        ) : null}
        {state.enabled && !state.required ? (
          <Button variant="light" color="red" loading={disabling.isPending} onClick={() => disabling.mutate()}>
            {strings.switchOff}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function wordsOf(state: SecondFactorState, hasPasskey: boolean): string {
  if (state.enabled) return wordsOfCodes(state);
  return hasPasskey ? interpolate(strings.anAppForOneTime, { state: wordsOfCodes(state) }) : wordsOfOff(state);
}

const wordsOfCodes = ({ recovery_codes_left: left, required }: SecondFactorState): string =>
  interpolate(strings.leftForTheDayYou, {
    detail: left === 1 ? strings.n1RecoveryCodeIs : interpolate(strings.recoveryCodesAre, { left }),
    detail2: required ? strings.administratorsOfThisInstallationCannot : '',
  });

const wordsOfOff = ({ required }: SecondFactorState): string =>
  required ? strings.administratorsOfThisInstallationNeed : strings.withItAStolenPassword;
