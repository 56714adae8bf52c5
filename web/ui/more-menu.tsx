import { lateMenu } from './late-menu.tsx';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';

/** A menu of further actions behind three dots. */
export const MoreMenu = lateMenu<MoreMenuProps>(
  async () => (await import('./more-menu-list.tsx')).MoreMenuList,
  ({ acts: _, ...look }, reach) => <MoreButton {...look} {...reach} />,
);
