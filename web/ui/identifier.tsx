import { IconCheck, IconCopy } from '@tabler/icons-react';
import { shortIdentifier } from '../lib/formatters.ts';
import classes from './identifier.module.css';
import { useCopy } from './use-copy.ts';

export type IdentifierProps = {
  /** The whole identifier: it is what is copied. */
  value: string;
  /** What it is, for the button's name: 'EUI'. */
  name: string;
  /** Shown whole instead of cut in the middle. */
  whole?: boolean;
};

/** A long identifier in a monospaced cut, with the whole of it on hover and a button that copies it. */
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
        aria-label={isCopied ? `${name} copied` : `Copy ${name} ${value}`}
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
