import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import { IconHelp } from '@tabler/icons-react';
import classes from './stat-row.module.css';

/** A question mark that explains `label`: on hover, on focus and on touch. */
export function Hint({ label, text }: { label: string; text: string }) {
  return (
    <Tooltip label={text}>
      <button type="button" className={classes.hint} aria-label={`${label}: ${text}`}>
        <IconHelp size={14} stroke={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
