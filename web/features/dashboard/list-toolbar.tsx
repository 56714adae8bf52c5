import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerSort } from '#contract/list.ts';
import { SORTS } from './dashboard-search.ts';
import { listToolbarStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import classes from './list-toolbar.module.css';
import { sortLabel, wordingOf } from './wording.ts';

const TYPING_MS = 250;

type ListToolbarProps = {
  q: string;
  sort: CustomerSort;
  onSearch: (q: string) => void;
  onSort: (sort: CustomerSort) => void;
};

const isSort = (value: string): value is CustomerSort => SORTS.some((sort) => sort === value);

/** Search and sort order for the cards. The URL is updated with a delay while the user types. */
export function ListToolbar({ q, sort, onSearch, onSort }: ListToolbarProps) {
  const { perspective } = useDashboardView();
  const wording = wordingOf(perspective);
  return (
    <div className={classes.toolbar}>
      <SearchField q={q} onSearch={onSearch} />
      <NativeSelect
        aria-label={strings.sortBy}
        className={classes.sort ?? ''}
        value={sort}
        data={SORTS.map((value) => ({ value, label: sortLabel(value, wording) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isSort(value)) onSort(value);
        }}
      />
    </div>
  );
}

function SearchField({ q, onSearch }: Pick<ListToolbarProps, 'q' | 'onSearch'>) {
  const [draft, setDraft] = useState({ text: q, seen: q, sent: q });
  const { text } = draft;
  // The URL changed for a reason other than typing: Back, a link, or 'clear search'.
  if (draft.seen !== q) setDraft({ ...draft, seen: q, text: q === draft.sent ? text : q });
  const send = useEffectEvent(() => {
    setDraft({ ...draft, sent: text.trim() });
    onSearch(text.trim());
  });
  useEffect(() => {
    if (text.trim() === q) return;
    const timer = setTimeout(() => send(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, q]);
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label={strings.searchByCustomer}
      placeholder={strings.searchByCustomer}
      maxLength={200}
      value={text}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={
        text ? (
          <CloseButton size="sm" aria-label={strings.clearSearch} onClick={() => setDraft({ ...draft, text: '' })} />
        ) : null
      }
      onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
    />
  );
}
