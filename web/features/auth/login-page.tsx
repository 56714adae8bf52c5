import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { openAddress } from '../../lib/open-address.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { decodeToken, readToken, readUser } from '../../lib/session.ts';
import { canUsePasskeys } from '../../lib/use-passkey.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import {
  enterByCode,
  enterCode,
  enterPasskey,
  exchange,
  linkProvider,
  type SecondStepTask,
  type SignInStep,
  userOfToken,
} from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { loginPageStrings as strings } from './auth-strings.ts';
import { LoginForm } from './login-form.tsx';
import { dropLoginTicket, pendingLoginTicket } from './login-token.ts';
import { PasswordField } from './password-field.tsx';
import { beginSession } from './session-api.ts';

const LEAD = HAS_BACKEND ? strings.lead : strings.leadWithoutServer;

const leadOf = ({ hasPasskey }: SecondStepTask): string => (hasPasskey ? strings.passkeyLead : strings.codeLead);

/** No URL in the product is longer. */
const LONGEST_ADDRESS = 2_000;

/**
 * Returns the previous page, from the URL's `from` parameter. Reads it without the router, which may not have loaded.
 */
function whereFrom(): string | undefined {
  const from = new URLSearchParams(window.location.search).get('from') ?? '';
  return from === '' || from.length > LONGEST_ADDRESS ? undefined : from;
}

/**
 * The login page. After sign-in, opens the previous page, or /app if there is none
 * (docs/specification.md#public-routes).
 */
export function LoginPage() {
  const [from] = useState(whereFrom);
  const [ticket, setTicket] = useState(pendingLoginTicket);
  const [task, setTask] = useState<SecondStepTask | null>(null);
  const [message, setMessage] = useState<string | null>(null);

  const done = useCallback(() => {
    dropLoginTicket();
    openAddress(safeReturnPath(from), true);
  }, [from]);
  const next = useCallback(
    (step: SignInStep) => {
      if (step.kind === 'done') return done();
      dropLoginTicket();
      setTicket(null);
      setTask(step);
    },
    [done],
  );
  const back = useCallback((text: string | null) => {
    dropLoginTicket();
    setTicket(null);
    setTask(null);
    setMessage(text);
  }, []);
  const refused = useCallback(
    (text: string | null) => {
      if (text === null && readToken() !== null) return done();
      back(text);
    },
    [back, done],
  );

  if (task !== null) {
    return (
      <AuthFrame title={strings.secondStep} lead={leadOf(task)}>
        <SecondStep task={task} onDone={done} onBack={back} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={strings.login} lead={LEAD}>
      {ticket === null ? <LoginForm initialMessage={message} from={from} onStep={next} /> : null}
      {ticket?.kind === 'token' ? <TokenLogin token={ticket.token} onStep={next} onRefused={refused} /> : null}
      {ticket?.kind === 'link' ? <LinkForm ticket={ticket} onStep={next} onBack={back} /> : null}
    </AuthFrame>
  );
}

const LABELS: Readonly<Record<string, string>> = { google: strings.google, microsoft: strings.microsoft };

type LinkFormProps = {
  ticket: { readonly request: string; readonly provider: string };
  onStep: (step: SignInStep) => void;
  onBack: (message: string | null) => void;
};

/**
 * Asks for the password of the account that already has the provider's email address, and only then links the provider
 * to the account (docs/threat-model.md#a18).
 */
function LinkForm({ ticket, onStep, onBack }: LinkFormProps) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const label = LABELS[ticket.provider] ?? strings.thisProvider;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending || password === '') return;
    setIsPending(true);
    setMessage(null);
    try {
      onStep(await linkProvider(ticket.request, password));
    } catch (error) {
      const text = error instanceof Error ? error.message : strings.error;
      if (error instanceof Error && 'status' in error && error.status === 400) return onBack(text);
      setMessage(text);
      setPassword('');
      setIsPending(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label={strings.connect}>
      <p className={classes.note}>{interpolate(strings.linkNote, { provider: label })}</p>
      <AlertMessage text={message} />
      <PasswordField value={password} onChange={setPassword} />
      <PlainButton type="submit" disabled={isPending || password === ''}>
        {isPending ? 'Loading...' : interpolate(strings.connectProvider, { provider: label })}
      </PlainButton>
      <PlainButton isQuiet onClick={() => onBack(null)}>
        {strings.notNow}
      </PlainButton>
    </form>
  );
}

type SecondStepProps = {
  task: SecondStepTask;
  onDone: () => void;
  /** Returns to the first step, whose alert shows the message. */
  onBack: (message: string | null) => void;
};

/**
 * The second step of sign-in: a passkey, an authenticator app's one-time code, or a recovery code
 * (docs/threat-model.md#a21, #a23).
 */
function SecondStep({ task: { challenge, hasPasskey }, onDone, onBack }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const takesPasskey = hasPasskey && canUsePasskeys();

  const enter = async (way: () => Promise<SignInStep>): Promise<void> => {
    setIsPending(true);
    setMessage(null);
    try {
      await way();
      onDone();
    } catch (error) {
      const { message: text, isOver } = describe(error);
      if (isOver) return onBack(text);
      setMessage(text);
      setCode('');
      setIsPending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && code.trim() !== '') void enter(() => enterCode(challenge, code));
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={strings.secondStep}>
      <AlertMessage text={message} />
      {takesPasskey ? (
        <PlainButton autoFocus disabled={isPending} onClick={() => void enter(() => enterPasskey(challenge))}>
          <IconFingerprint size={18} aria-hidden="true" />
          {strings.usePasskey}
        </PlainButton>
      ) : null}
      <TextField
        label={strings.appOrRecoveryCode}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoFocus={!takesPasskey}
        required
        value={code}
        onChange={setCode}
      />
      <PlainButton type="submit" isQuiet={takesPasskey} disabled={isPending || code.trim() === ''}>
        {isPending ? 'Loading...' : strings.continue}
      </PlainButton>
      <PlainButton isQuiet onClick={() => onBack(null)}>
        {strings.backToLogin}
      </PlainButton>
    </form>
  );
}

/**
 * Returns an error's message. `isOver` (status 400) means that the user must repeat the first step; after any other
 * error the user can try again.
 */
function describe(error: unknown): { message: string; isOver: boolean } {
  if (!(error instanceof Error)) return { message: strings.error, isOver: false };
  return { message: error.message, isOver: 'status' in error && error.status === 400 };
}

/** The account that belongs to the URL's token. The user must click before this account is signed in. */
type Confirmation = { kind: 'confirm'; account: string; isSwitch: boolean };
type Step = { kind: 'asking' } | Confirmation;

type TokenLoginProps = {
  /** A one-time code or a session token. The token has already been removed from the URL. */
  token: string;
  onStep: (step: SignInStep) => void;
  /** Called if the token is invalid or the user declines. The message is shown in the form's alert. */
  onRefused: (message: string | null) => void;
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : strings.error);

/**
 * Signs in with the token in the login page's URL (docs/threat-model.md#b5). Two cases need a click first, so that a
 * stranger's link never signs a user in silently: a code that another browser requested, and any token while another
 * account is signed in here.
 */
function TokenLogin({ token, onStep, onRefused }: TokenLoginProps) {
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
          ? interpolate(strings.switchNote, { email: readUser()?.email, account: step.account })
          : interpolate(strings.linkSignsIn, { account: step.account })}
      </p>
      <div className={classes.actions}>
        <PlainButton onClick={() => void confirm()} disabled={isBusy}>
          {isBusy ? 'Loading...' : interpolate(strings.continueAs, { account: step.account })}
        </PlainButton>
        <PlainButton isQuiet onClick={() => onRefused(null)} disabled={isBusy}>
          {step.isSwitch ? interpolate(strings.stay, { email: readUser()?.email }) : strings.notNow}
        </PlainButton>
      </div>
    </>
  );
}

/** Whether this browser has a session for an account other than `email`. */
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
