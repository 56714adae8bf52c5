import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorSeed, SecondFactorState } from '#contract/second-factor.ts';
import { formFor } from '#domain/counted.ts';
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
    <Panel title={strings.title} context={contextOf(state, hasPasskey)}>
      {codes ? <RecoveryCodes codes={codes} onDone={keep} /> : null}
      {state && !codes ? (
        <FactorState state={state} isDemo={isDemo} hasPasskey={hasPasskey} onCodes={setCodes} />
      ) : null}
      {error && !state ? (
        <ErrorState
          what={strings.stateFailed}
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
  if (state?.enabled) return strings.contextOn;
  return hasPasskey ? strings.contextPasskeys : strings.contextOff;
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
            {strings.createRecoveryCodes}
          </Button>
        ) : null}
        {state.enabled && !state.required ? (
          <Button variant="light" color="red" loading={disabling.isPending} onClick={() => disabling.mutate()}>
            {strings.turnOff}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function wordsOf(state: SecondFactorState, hasPasskey: boolean): string {
  if (state.enabled) return wordsOfCodes(state);
  return hasPasskey ? `${wordsOfCodes(state)} ${strings.appAlsoPossible}` : wordsOfOff(state);
}

function wordsOfCodes({ recovery_codes_left: left, required }: SecondFactorState): string {
  const codes = interpolate(formFor(left, strings.codesLeft), { count: left });
  return required ? `${codes} ${strings.cannotTurnOff}` : codes;
}

const wordsOfOff = ({ required }: SecondFactorState): string =>
  required ? strings.factorRequired : strings.factorBenefit;
