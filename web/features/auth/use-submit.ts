import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { showToast } from '../../ui/toast.ts';

import type { FormAlert } from './use-form-alert.ts';

/**
 * Returns a function that submits a form on the account pages. Success shows a toast and opens /login. Failure shows
 * the server's message (docs/specification.md#states, #errors). In a build without a server, the function only opens
 * /login.
 */
export function useSubmit(alert: FormAlert, success: string) {
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const submit = async (send: () => Promise<unknown>): Promise<void> => {
    if (isPending) return;
    if (!HAS_BACKEND) return navigate({ to: '/login' });
    alert.show(null);
    setIsPending(true);
    try {
      await send();
      void showToast({ kind: 'success', message: success });
      await navigate({ to: '/login' });
    } catch (error) {
      alert.show(error instanceof Error ? error.message : 'Error');
      setIsPending(false);
    }
  };
  return { isPending, submit };
}
