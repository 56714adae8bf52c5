import { IconStar, IconStarFilled } from '@tabler/icons-react';
import classes from './star-button.module.css';

type StarButtonProps = { title: string; isOn: boolean; onToggle: () => void; className?: string | undefined };

/** A button that marks a product as a favorite. */
export function StarButton({ title, isOn, onToggle, className }: StarButtonProps) {
  const Star = isOn ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={className ? `${classes.star} ${className}` : classes.star}
      aria-pressed={isOn}
      aria-label={`Favourite: ${title}`}
      onClick={onToggle}
    >
      <Star size={20} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
