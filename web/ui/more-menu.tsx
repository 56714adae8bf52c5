import { lateMenu } from './late-menu.tsx';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';

/** Further acts on one thing, behind three dots. */
export const MoreMenu = lateMenu<MoreMenuProps>(
  async () => (await import('./more-menu-list.tsx')).MoreMenuList,
  ({ acts: _, ...look }, reach) => <MoreButton {...look} {...reach} />,
);
