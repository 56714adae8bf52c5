import { type ComponentType, useRef, useState } from 'react';
import { checkConnection } from '../../lib/connection.ts';
import { showToast } from '../../ui/toast.ts';
import { AccountButton, type AccountProps } from './account-button.tsx';

const fetchMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/**
 * Avatar with the user's first name or e-mail (docs/specification.md#shell). Its menu is 30 kB, and so is fetched when
 * somebody is about to open it; if they have gone on elsewhere by the time it is there, it does not open.
 */
export function Account({ user, onLogout }: AccountProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [Menu, setMenu] = useState<ComponentType<AccountProps> | null>(null);
  const [isFetching, setFetching] = useState(false);
  if (Menu !== null) return <Menu user={user} onLogout={onLogout} />;
  const preload = () => void fetchMenu().catch(() => {});
  const open = async (): Promise<void> => {
    setFetching(true);
    const menu = await fetchMenu().catch(sayThatItFailed);
    setFetching(false);
    // Not every browser gives a pressed button the focus.
    const focused = document.activeElement;
    if (menu !== null && (focused === button.current || focused === document.body)) setMenu(() => menu);
  };
  return (
    <AccountButton
      ref={button}
      user={user}
      aria-busy={isFetching}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void open()}
    />
  );
}

/** While the server is away the page says so already. */
async function sayThatItFailed(): Promise<null> {
  if (await checkConnection()) {
    void showToast({
      kind: 'error',
      message: 'The menu could not be fetched; Voltboard may have been updated. Reload the page.',
    });
  }
  return null;
}
