import { useEffect, useRef, useState } from 'react';
import { registerConfirmation } from '../../lib/confirmation.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const FreshLoginDialog = lazyComponent(
  async () => (await import('../../features/auth/fresh-login-dialog.tsx')).FreshLoginDialog,
  ({ onAnswer }) => onAnswer(false),
);

/**
 * Mounts the dialog that asks the reader to confirm their identity before a dangerous action. Its code is loaded with
 * the first such action.
 */
export function ConfirmationPlace() {
  const [step, setStep] = useState<'never' | 'open' | 'closed'>('never');
  const answer = useRef<(isConfirmed: boolean) => void>(() => {});
  useEffect(() => {
    const unregister = registerConfirmation(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setStep('open');
        }),
    );
    return () => {
      unregister();
      answer.current(false);
    };
  }, []);
  if (step === 'never') return null;
  return (
    <FreshLoginDialog
      isOpen={step === 'open'}
      onAnswer={(isConfirmed) => {
        setStep('closed');
        answer.current(isConfirmed);
      }}
    />
  );
}
