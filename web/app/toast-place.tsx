import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '../ui/toast.ts';

/** Toasts cost nothing until there is one; what cannot be fetched is asked for again by the next one. */
export function ToastPlace() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onFirstToast(async () => {
        const code = await import('./toasts.tsx');
        setToasts(() => code.Toasts);
      }),
    [],
  );
  return Toasts === null ? null : <Toasts />;
}
