import { IconBrandGoogleFilled, IconBrandWindowsFilled, IconFingerprint, IconKey } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ProviderName } from '#contract/auth.ts';
import type { PublicConfig } from '#contract/site.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { canUsePasskeys } from '../../lib/use-passkey.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { addressAtProvider, LOGIN_REFUSED, type SignInStep, signIn, signInWithPasskey } from './auth-api.ts';
import { AuthLink } from './auth-link.tsx';
import { loginFormStrings as strings } from './auth-strings.ts';
import { PasswordField } from './password-field.tsx';
import { usePublicConfig } from './use-public-config.ts';

/**
 * The message shown in a build without a server. The specification only redirects to /login in that case
 * (docs/specification.md#calls); this message explains why.
 */
const NO_SERVER = strings.noServer;

const samplePages = () => import('./sample-pages.tsx');

export type LoginFormProps = {
  initialMessage: string | null;
  /** The page to open after sign-in. */
  from: string | undefined;
  /** Called after the server has accepted the sign-in: a session has started, or the second factor is still needed. */
  onStep: (step: SignInStep) => void;
};

/** Email and password, passkeys, and the configured providers (docs/specification.md#public-routes, #validation). */
export function LoginForm({ initialMessage, from, onStep }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState(initialMessage);
  const [isPending, setIsPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { code: samples } = useLazyModule(samplePages, !HAS_BACKEND);
  const config = usePublicConfig();
  const { demo_accounts: demoAccounts = [], sign_in_providers: signInProviders = [] } = config ?? {};
  const takesPasskeys = config?.passkeys === true && canUsePasskeys();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    if (!HAS_BACKEND) {
      setMessage(NO_SERVER);
      return;
    }
    if (email.trim() === '' || password === '') return setMessage(LOGIN_REFUSED);
    setMessage(null);
    setIsPending(true);
    try {
      onStep(await signIn({ email: email.trim(), password }));
    } catch (error) {
      const text = error instanceof Error ? error.message : strings.error;
      setMessage(text === 'Error' ? LOGIN_REFUSED : text);
      setIsPending(false);
    }
  };

  return (
    <>
      {samples === null ? null : <samples.SamplePages from={from} />}
      <form
        ref={form}
        className={classes.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={strings.login}
      >
        <AlertMessage text={message} />
        <TextField
          label={strings.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <PasswordField value={password} onChange={setPassword} />
        <PlainButton type="submit" isQuiet={!HAS_BACKEND} disabled={isPending}>
          {isPending ? 'Loading...' : strings.login}
        </PlainButton>
      </form>
      {takesPasskeys || signInProviders.length > 0 ? (
        <div className={classes.providers}>
          <p className={classes.or}>
            <span>{strings.or}</span>
          </p>
          {takesPasskeys ? <PasskeyButton onStep={onStep} onFailed={setMessage} /> : null}
          <ProviderButtons providers={signInProviders} from={from} onFailed={setMessage} />
        </div>
      ) : null}
      {demoAccounts.length > 0 ? (
        <DemoAccounts
          accounts={demoAccounts}
          onChoose={(account) => {
            setEmail(account.email);
            setPassword(account.password);
            setMessage(null);
            form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
          }}
        />
      ) : null}
      <p className={classes.below}>
        {strings.noAccountYet}{' '}
        <AuthLink to="/register" className={classes.link}>
          {strings.signUp}
        </AuthLink>
      </p>
    </>
  );
}

type PasskeyButtonProps = {
  onStep: (step: SignInStep) => void;
  onFailed: (message: string | null) => void;
};

/** Signs in without a password. The browser asks which passkey to use and verifies the user. */
function PasskeyButton({ onStep, onFailed }: PasskeyButtonProps) {
  const [isPending, setIsPending] = useState(false);
  const go = async (): Promise<void> => {
    setIsPending(true);
    onFailed(null);
    try {
      onStep(await signInWithPasskey());
    } catch (error) {
      setIsPending(false);
      onFailed(error instanceof Error ? error.message : 'Error');
    }
  };
  return (
    <PlainButton isQuiet disabled={isPending} onClick={() => void go()}>
      <IconFingerprint size={18} aria-hidden="true" />
      {isPending ? 'Loading...' : strings.signInWithPasskey}
    </PlainButton>
  );
}

const ICONS = { google: IconBrandGoogleFilled, microsoft: IconBrandWindowsFilled, oidc: IconKey } as const;

type ProviderButtonsProps = {
  providers: PublicConfig['sign_in_providers'];
  from: string | undefined;
  onFailed: (message: string) => void;
};

/** Buttons for sign-in with external providers. Shows only providers that this installation has configured. */
function ProviderButtons({ providers, from, onFailed }: ProviderButtonsProps) {
  const [going, setGoing] = useState<ProviderName | null>(null);
  const go = async (name: ProviderName): Promise<void> => {
    setGoing(name);
    try {
      window.location.assign(await addressAtProvider(name, from));
    } catch (error) {
      setGoing(null);
      onFailed(error instanceof Error ? error.message : 'Error');
    }
  };
  return (
    <>
      {providers.map(({ name, label }) => {
        const Icon = ICONS[name];
        return (
          <PlainButton key={name} isQuiet disabled={going !== null} onClick={() => void go(name)}>
            <Icon size={18} aria-hidden="true" />
            {going === name ? 'Loading...' : interpolate(strings.continueWith, { provider: label })}
          </PlainButton>
        );
      })}
    </>
  );
}

type DemoAccount = PublicConfig['demo_accounts'][number];

const ROLE_WORDS: Readonly<Record<string, string>> = {
  admin: strings.administrator,
  property: strings.outletOwner,
  advertiser: strings.advertiser,
};

/**
 * Lists the demo accounts; clicking an account fills in the form. Shown only while the demo network is on
 * (docs/threat-model.md#a20).
 */
function DemoAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly DemoAccount[];
  onChoose: (account: DemoAccount) => void;
}) {
  const passwords = new Set(accounts.map(({ password }) => password));
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <p className={classes.demoTitle} id="demo-accounts">
        {strings.demoAccounts}
        {passwords.size === 1 ? (
          <> {interpolate(strings.demoPassword, { password: <code>{accounts[0]?.password}</code> })}</>
        ) : null}
      </p>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={classes.account} onClick={() => onChoose(account)}>
              <span className={classes.accountRole}>{ROLE_WORDS[account.role] ?? account.role}</span>
              <span className={classes.accountEmail}>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
