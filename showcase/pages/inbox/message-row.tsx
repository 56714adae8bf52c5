import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { IconPaperclip, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { textOf } from './find-messages.ts';
import { LABEL_NAMES } from './folder-names.ts';
import classes from './message-row.module.css';
import type { Folder, Message } from './sample-mailbox.ts';

type MessageRowProps = {
  message: Message;
  folder: Folder;
  link: { href: string; onClick: (event: MouseEvent) => void };
  isTicked: boolean;
  onTick: () => void;
  onStar: () => void;
};

/** A message in the list: checkbox, star, and a link that opens it. */
export function MessageRow({ message, folder, link, isTicked, onTick, onStar }: MessageRowProps) {
  const { id, starred, unreaded, draft, sent, from, to, theme, date, label, attachments } = message;
  const who = draft || sent ? `To: ${to === '' ? '(nobody yet)' : to}` : from;
  const subject = theme === '' ? '(no subject)' : theme;
  const Star = starred ? IconStarFilled : IconStar;
  return (
    <li className={classes.row} data-unread={unreaded} data-ticked={isTicked}>
      <Checkbox
        className={classes.tick ?? ''}
        aria-label={`Select “${subject}” (${who})`}
        checked={isTicked}
        onChange={onTick}
      />
      <button
        type="button"
        className={classes.star}
        aria-label={`Star “${subject}”`}
        aria-pressed={starred}
        onClick={onStar}
      >
        <Star size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <a className={classes.link} data-message={id} {...link}>
        {unreaded ? <span className={classes.spoken}>Unread: </span> : null}
        <span className={classes.who}>{who}</span>
        <span className={classes.words}>
          {draft && folder !== 'draft' ? (
            <span className={classes.mark} data-mark="draft">
              Draft
            </span>
          ) : null}
          {sent && folder !== 'sent' ? <span className={classes.mark}>Sent</span> : null}
          <span className={classes.subject}>{subject}</span>
          <span className={classes.snippet} aria-hidden="true">
            {textOf(message)}
          </span>
        </span>
        <span className={classes.facts}>
          {label === null ? null : (
            <span className={classes.dot} data-label={label}>
              <span className={classes.spoken}>{LABEL_NAMES[label]}</span>
            </span>
          )}
          {attachments.length === 0 ? null : (
            <>
              <IconPaperclip size={16} stroke={1.75} aria-hidden="true" />
              <span className={classes.spoken}>with attachments</span>
            </>
          )}
          <span className={classes.date}>{date}</span>
        </span>
      </a>
    </li>
  );
}
