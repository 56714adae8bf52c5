import { type ComponentType, useState } from 'react';
import { showToast } from '../../ui/toast.ts';
import { AccountButton, type AccountProps } from './account-button.tsx';

const fetchMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/**
 * Avatar with the user's first name or e-mail (specification section 2). Its menu is 30 kB, and so is fetched when
 * somebody is about to open it.
 */
export function Account({ user, onLogout }: AccountProps) {
  const [Menu, setMenu] = useState<ComponentType<AccountProps> | null>(null);
  if (Menu !== null) return <Menu user={user} onLogout={onLogout} />;
  const preload = () => void fetchMenu().catch(() => {});
  return (
    <AccountButton
      user={user}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() =>
        fetchMenu().then(
          (component) => setMenu(() => component),
          () => showToast({ kind: 'error', message: 'The menu could not be fetched. Try again in a moment.' }),
        )
      }
    />
  );
}
