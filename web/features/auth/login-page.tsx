import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { readToken } from '../../lib/session.ts';
import type { SignInStep } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LinkForm } from './link-form.tsx';
import { LoginForm } from './login-form.tsx';
import { dropLoginTicket, pendingLoginTicket } from './login-token.ts';
import { SecondStep } from './second-step.tsx';
import { TokenLogin } from './token-login.tsx';

const LEAD = HAS_BACKEND ? 'Sign in to see your outlets and campaigns.' : 'A copy to look at, with sample pages.';

/** The login page; leads to the page one came from, else to /app (docs/specification.md#public-routes). */
export function LoginPage() {
  const router = useRouter();
  const { from } = useSearch({ from: '/login' });
  const [ticket, setTicket] = useState(pendingLoginTicket);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);

  const done = useCallback(() => {
    dropLoginTicket();
    router.history.replace(safeReturnPath(from));
  }, [router, from]);
  const next = useCallback(
    (step: SignInStep) => {
      if (step.kind === 'done') return done();
      dropLoginTicket();
      setTicket(null);
      setChallenge(step.challenge);
    },
    [done],
  );
  const back = useCallback((text: string | null) => {
    dropLoginTicket();
    setTicket(null);
    setChallenge(null);
    setMessage(text);
  }, []);
  const refused = useCallback(
    (text: string | null) => {
      if (text === null && readToken() !== null) return done();
      back(text);
    },
    [back, done],
  );

  if (challenge !== null) {
    return (
      <AuthFrame title="Second step" lead="Your account is protected by a one-time code.">
        <SecondStep challenge={challenge} onDone={done} onBack={back} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Login" lead={LEAD}>
      {ticket === null ? <LoginForm initialMessage={message} from={from} onStep={next} /> : null}
      {ticket?.kind === 'token' ? <TokenLogin token={ticket.token} onStep={next} onRefused={refused} /> : null}
      {ticket?.kind === 'link' ? <LinkForm ticket={ticket} onStep={next} onBack={back} /> : null}
    </AuthFrame>
  );
}
