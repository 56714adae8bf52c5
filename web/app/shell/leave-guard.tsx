import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hasUnsaved, mayLeave, registerLossQuestion } from '../../lib/unsaved.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const LossQuestion = lazyComponent(
  async () => (await import('../../ui/loss-question.tsx')).LossQuestion,
  ({ onKeep }) => onKeep(),
);

/** Asks before a navigation, or Back, discards text typed in a form over this page. */
export function LeaveGuard() {
  const [step, setStep] = useState<'never' | 'open' | 'closed'>('never');
  const answer = useRef<(mayGo: boolean) => void>(() => {});
  useEffect(
    () =>
      registerLossQuestion(
        () =>
          new Promise((resolve) => {
            answer.current(false);
            answer.current = resolve;
            setStep('open');
          }),
      ),
    [],
  );
  // The browser itself asks when the tab closes (`lib/unsaved.ts`).
  useBlocker({ shouldBlockFn: async () => hasUnsaved() && !(await mayLeave()), enableBeforeUnload: false });
  if (step === 'never') return null;
  const say = (mayGo: boolean) => (): void => {
    setStep('closed');
    answer.current(mayGo);
  };
  return <LossQuestion isOpen={step === 'open'} onKeep={say(false)} onDiscard={say(true)} />;
}
