import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import type { MenuReach } from './late-menu.tsx';
import { moreButtonStrings as strings } from './ui-strings.ts';

type MoreLook = Pick<ActionIconProps, 'size' | 'variant'> & { label: string };

export type MoreMenuProps = MoreLook & {
  acts: readonly { readonly label: string; readonly icon?: TablerIcon; readonly run: () => void }[];
};

/** The three-dots button that opens a menu. */
export function MoreButton({ label, ...props }: MoreLook & Partial<MenuReach>) {
  return (
    <ActionIcon {...props} aria-label={label} title={strings.more}>
      <IconDots size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
