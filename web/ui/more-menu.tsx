import { lateMenu } from './late-menu.tsx';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';

/** A three-dots button with a menu of further actions. */
export const MoreMenu = lateMenu<MoreMenuProps>(
  async () => (await import('./more-menu-list.tsx')).MoreMenuList,
  ({ acts: _, ...look }, reach) => <MoreButton {...look} {...reach} />,
);
