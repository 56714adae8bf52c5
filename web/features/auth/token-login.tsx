import { useEffect, useRef, useState } from 'react';
import { decodeToken, readToken, readUser } from '../../lib/session.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import classes from './auth.module.css';
import { enterByCode, exchange, type SignInStep, userOfToken } from './auth-api.ts';
import { beginSession } from './session-api.ts';

/** The state of the token in the address: still being checked, or its account, which needs a click. */
type Confirmation = { kind: 'confirm'; account: string; isSwitch: boolean };
type Step = { kind: 'asking' } | Confirmation;

export type TokenLoginProps = {
  /** A one-time code or a session token. It has already left the address. */
  token: string;
  onStep: (step: SignInStep) => void;
  /** Called if the token is invalid or the user declines; the text is for the form's alert. */
  onRefused: (message: string | null) => void;
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : 'Error');

/**
 * Signs in by the token in the login page's address (docs/threat-model.md#b5). Two cases need a click first, so that a
 * stranger's link never signs a user in silently: a code that another browser requested, and any token while another
 * account is signed in here.
 */
export function TokenLogin({ token, onStep, onRefused }: TokenLoginProps) {
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const [isBusy, setIsBusy] = useState(false);
  const isSessionToken = decodeToken(token) !== null;
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const asked = isSessionToken ? askBySessionToken(token) : askByCode(token);
    asked
      .then((next) => (next.kind === 'confirm' ? setStep(next) : onStep(next)))
      .catch((error) => onRefused(textOf(error)));
  }, [token, isSessionToken, onStep, onRefused]);

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    try {
      onStep(isSessionToken ? await begin(token) : await enterByCode(token));
    } catch (error) {
      onRefused(textOf(error));
    }
  };

  if (step.kind === 'asking') return <Spinner />;
  return (
    <>
      <p>
        {step.isSwitch
          ? `You are signed in as ${readUser()?.email}. This link signs you in as ${step.account} instead.`
          : `This link signs you in as ${step.account}.`}
      </p>
      <div className={classes.actions}>
        <PlainButton onClick={() => void confirm()} disabled={isBusy}>
          {isBusy ? 'Loading...' : `Continue as ${step.account}`}
        </PlainButton>
        <PlainButton isQuiet onClick={() => onRefused(null)} disabled={isBusy}>
          {step.isSwitch ? `Stay ${readUser()?.email}` : 'Not now'}
        </PlainButton>
      </div>
    </>
  );
}

/** Whether this browser has a session of an account other than `email`. */
const isOther = (email: string | null): boolean =>
  readToken() !== null && readUser() !== null && readUser()?.email !== email;

async function begin(token: string): Promise<SignInStep> {
  await beginSession(token);
  return { kind: 'done' };
}

async function askBySessionToken(token: string): Promise<Confirmation | SignInStep> {
  const { email } = await userOfToken(token);
  return isOther(email) ? { kind: 'confirm', account: email, isSwitch: true } : begin(token);
}

async function askByCode(code: string): Promise<Confirmation | SignInStep> {
  const { status, data, account, challenge, passkey: hasPasskey = false } = await exchange(code, false);
  if (challenge !== undefined) return { kind: 'code', challenge, hasPasskey };
  return status ? begin(data) : { kind: 'confirm', account, isSwitch: isOther(null) };
}
