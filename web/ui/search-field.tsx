import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './table-toolbar.module.css';
import { searchFieldStrings as strings } from './ui-strings.ts';

const TYPING_MS = 250;

export type SearchFieldProps = {
  label: string;
  /** The search text in the URL. */
  value: string;
  /** Called shortly after the user stops typing. */
  onSearch: (text: string) => void;
};

/** A search box that searches shortly after the user stops typing, and follows changes to the URL. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [draft, setDraft] = useState({ text: value, seen: value, sent: value });
  const { text } = draft;
  const field = useRef<HTMLInputElement>(null);
  // The URL changed for a reason other than typing: Back, a link, 'clear search'.
  if (draft.seen !== value) setDraft({ ...draft, seen: value, text: value === draft.sent ? text : value });
  const send = useEffectEvent(() => {
    setDraft({ ...draft, sent: text.trim() });
    onSearch(text.trim());
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => send(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextInput
      ref={field}
      className={classes.search ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={strings.clearSearch}
            onClick={() => {
              setDraft({ ...draft, text: '' });
              // The button disappears, so move the focus.
              field.current?.focus();
            }}
          />
        ) : null
      }
      onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
    />
  );
}
