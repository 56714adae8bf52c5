import { IconCheck, IconCopy } from '@tabler/icons-react';
import { shortIdentifier } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import classes from './identifier.module.css';
import { identifierStrings as strings } from './ui-strings.ts';
import { useCopy } from './use-copy.ts';

export type IdentifierProps = {
  /** The whole identifier, which the button copies. */
  value: string;
  /** What the identifier is, for the button's label, such as 'EUI'. */
  name: string;
  /** Shows the whole identifier instead of cutting it in the middle. */
  whole?: boolean;
};

/**
 * A long identifier in a monospaced font, shortened in the middle, with the full value as tooltip and a copy button.
 */
export function Identifier({ value, name, whole = false }: IdentifierProps) {
  const { isCopied, copy } = useCopy(value);
  return (
    <span className={classes.identifier}>
      <span className={classes.text} title={value}>
        {whole ? value : shortIdentifier(value)}
      </span>
      <button
        type="button"
        className={isCopied ? `${classes.copy} ${classes.copied}` : classes.copy}
        aria-label={isCopied ? interpolate(strings.copied, { name }) : interpolate(strings.copy, { name, value })}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      >
        {isCopied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
      </button>
    </span>
  );
}
