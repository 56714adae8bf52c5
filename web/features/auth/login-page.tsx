import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { safeReturnPath } from '../../lib/return-path.ts';
import { readToken } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { dropLoginToken, pendingLoginToken } from './login-token.ts';
import { TokenLogin } from './token-login.tsx';

/** The login page; leads to the page one came from, else to /app (specification section 2). */
export function LoginPage() {
  const router = useRouter();
  const { from } = useSearch({ from: '/login' });
  const [token, setToken] = useState(pendingLoginToken);
  const [message, setMessage] = useState<string | null>(null);

  const done = useCallback(() => {
    dropLoginToken();
    router.history.replace(safeReturnPath(from));
  }, [router, from]);
  const refused = useCallback(
    (text: string | null) => {
      if (text === null && readToken() !== null) return done();
      dropLoginToken();
      setToken(null);
      setMessage(text);
    },
    [done],
  );

  return (
    <AuthFrame title="Login" lead="Sign in to see your outlets and campaigns.">
      {token === null ? (
        <LoginForm initialMessage={message} onDone={done} />
      ) : (
        <TokenLogin token={token} onDone={done} onRefused={refused} />
      )}
    </AuthFrame>
  );
}
