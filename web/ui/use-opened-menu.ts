import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Returns the state of a menu whose code was loaded when its button was pressed (`lateMenu`). The menu opens
 * immediately.
 */
export function useOpenedMenu(): {
  button: RefObject<HTMLButtonElement | null>;
  menu: { opened: boolean; onChange: (isOpen: boolean) => void };
} {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return { button, menu: { opened: isOpen, onChange: setOpen } };
}
