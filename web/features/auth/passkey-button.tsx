import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { PlainButton } from '../../ui/plain-button.tsx';
import { type SignInStep, signInWithPasskey } from './auth-api.ts';

export type PasskeyButtonProps = {
  onStep: (step: SignInStep) => void;
  onFailed: (message: string | null) => void;
};

/** Signs in without a password. The browser asks which passkey to use and verifies the person. */
export function PasskeyButton({ onStep, onFailed }: PasskeyButtonProps) {
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
      {isPending ? 'Loading...' : 'Sign in with a passkey'}
    </PlainButton>
  );
}
