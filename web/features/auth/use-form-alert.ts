import { useEffect, useRef, useState } from 'react';

/** How long a password error is shown, in milliseconds (docs/specification.md#constants). */
const FAULT_MS = 3_000;

export type FormAlert = {
  readonly message: string | null;
  readonly show: (text: string | null) => void;
  /** Shows a password error for 3 s. */
  readonly showBriefly: (text: string) => void;
};

/** Manages a form's red alert. */
export function useFormAlert(initial: string | null = null): FormAlert {
  const [message, setMessage] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (text: string | null): void => {
    clearTimeout(timer.current);
    setMessage(text);
  };
  return {
    message,
    show,
    showBriefly: (text) => {
      show(text);
      timer.current = setTimeout(() => setMessage(null), FAULT_MS);
    },
  };
}
