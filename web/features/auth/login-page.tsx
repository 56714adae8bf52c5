import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { safeReturnPath } from '../../lib/return-path.ts';
import { readToken } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { TokenLogin } from './token-login.tsx';

/** The login page; leads to the page one came from, else to /app (specification section 2). */
export function LoginPage() {
  const router = useRouter();
  const navigate = useNavigate();
  const { from, token: tokenInAddress } = useSearch({ from: '/login' });
  const [token, setToken] = useState<string | null>(tokenInAddress ?? null);
  const [message, setMessage] = useState<string | null>(null);

  // The token leaves the address before any call is made with it: no referrer, no history, no log has it (security A10).
  useEffect(() => {
    if (tokenInAddress === undefined) return;
    setToken(tokenInAddress);
    void navigate({ to: '/login', search: from === undefined ? {} : { from }, replace: true });
  }, [tokenInAddress, from, navigate]);

  const done = useCallback(() => router.history.replace(safeReturnPath(from)), [router, from]);
  const refused = useCallback(
    (text: string | null) => {
      if (text === null && readToken() !== null) return done();
      setToken(null);
      setMessage(text);
    },
    [done],
  );

  return (
    <AuthFrame title="Login" lead="Sign in to see your outlets and campaigns.">
      {token === null ? (
        <LoginForm initialMessage={message} onDone={done} />
      ) : tokenInAddress === undefined ? (
        <TokenLogin token={token} onDone={done} onRefused={refused} />
      ) : null}
    </AuthFrame>
  );
}
