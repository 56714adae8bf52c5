import { IconSettings } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './widget-controls.module.css';

type GearButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  label: string;
  isInverse?: boolean;
  'data-fullscreen'?: boolean;
  'data-autofocus'?: boolean;
};

/** The gear button that opens a panel's menu. */
export function GearButton({ label, isInverse = false, ...props }: GearButtonProps) {
  return (
    <button
      {...props}
      type="button"
      className={isInverse ? `${classes.control} ${classes.inverse}` : classes.control}
      aria-label={label}
    >
      <IconSettings size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
