import { useCallback, useState } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { openAddress } from '../../lib/open-address.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { readToken } from '../../lib/session.ts';
import type { SecondStepTask, SignInStep } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LinkForm } from './link-form.tsx';
import { LoginForm } from './login-form.tsx';
import { dropLoginTicket, pendingLoginTicket } from './login-token.ts';
import { SecondStep } from './second-step.tsx';
import { TokenLogin } from './token-login.tsx';

const LEAD = HAS_BACKEND ? 'Sign in to see your outlets and campaigns.' : 'A copy to look at, with sample pages.';

const leadOf = ({ hasPasskey }: SecondStepTask): string =>
  hasPasskey
    ? 'Your account is protected by a passkey. A code or a recovery code works as well.'
    : 'Your account is protected by a one-time code.';

/** No address of the product is longer. */
const LONGEST_ADDRESS = 2_000;

/**
 * The previous page, from the `from` parameter of the address. Reads it without the router, which may not have loaded.
 */
function whereFrom(): string | undefined {
  const from = new URLSearchParams(window.location.search).get('from') ?? '';
  return from === '' || from.length > LONGEST_ADDRESS ? undefined : from;
}

/** The login page. Leads to the previous page, or to /app if there is none (docs/specification.md#public-routes). */
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
      <AuthFrame title="Second step" lead={leadOf(task)}>
        <SecondStep task={task} onDone={done} onBack={back} />
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
