import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';
import { useOpenedMenu } from './use-opened-menu.ts';

/** The `MoreMenu` after its code has loaded: the button with its menu. */
export function MoreMenuList({ acts, ...look }: MoreMenuProps) {
  const { button, menu } = useOpenedMenu();
  return (
    <Menu {...menu} position="bottom-end" withinPortal>
      <Menu.Target>
        <MoreButton {...look} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ icon: Icon, label, run }) => (
          <Menu.Item
            key={label}
            leftSection={Icon ? <Icon size={16} stroke={1.75} aria-hidden="true" /> : undefined}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
