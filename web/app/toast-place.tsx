import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '../ui/toast.ts';

/** Loads the toast code with the first toast. If that fails, the next toast tries again. */
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
