import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { verifyEmail } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { verifyEmailPageStrings as strings } from './auth-strings.ts';
import { dropMailedToken, mailedToken } from './mailed-token.ts';

/**
 * Verifies the email address with the mailed token, and always opens /login afterwards (docs/specification.md#states).
 */
export function VerifyEmailPage() {
  const navigate = useNavigate();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void verify().then(() => navigate({ to: '/login', replace: true }));
  }, [navigate]);
  return (
    <AuthFrame title={strings.verifyEmail} lead={strings.lead}>
      <Spinner />
    </AuthFrame>
  );
}

async function verify(): Promise<void> {
  if (!HAS_BACKEND) return;
  try {
    await verifyEmail({ token: mailedToken('verify') });
    dropMailedToken('verify');
    void showToast({ kind: 'success', message: strings.emailVerified });
  } catch (error) {
    void showToast({ kind: 'error', message: error instanceof Error ? error.message : strings.error });
  }
}
