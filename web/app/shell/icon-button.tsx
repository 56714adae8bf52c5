import type { TablerIcon } from '@tabler/icons-react';
import classes from './icon-button.module.css';

export type IconButtonProps = {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  className?: string | undefined;
  isExpanded?: boolean;
};

/** A header button: an icon, with its label as tooltip and for screen readers. */
export function IconButton({ label, icon: Icon, onClick, className, isExpanded }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className ? `${classes.button} ${className}` : classes.button}
      aria-label={label}
      title={label}
      onClick={onClick}
      {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
