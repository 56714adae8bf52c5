import { CloseButton, Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { OverlayDialog } from '../../ui/overlay.tsx';
import { ResultIcon } from './result-icon.tsx';
import classes from './search.module.css';
import type { ResultGroup, Screen, SearchResult, SearchTarget } from './search-results.ts';
import { searchPaletteStrings as strings } from './search-strings.ts';
import { useSearch } from './use-search.ts';

export type SearchPaletteProps = { screens: readonly Screen[]; isOpen: boolean; onClose: () => void };

/**
 * The header's search, shown over the page. The search finds screens and all business objects that the user may see.
 */
export function SearchPalette({ screens, isOpen, onClose }: SearchPaletteProps) {
  return (
    <OverlayDialog
      name="Search"
      isOpen={isOpen}
      onClose={onClose}
      size={600}
      yOffset="10dvh"
      className={classes.palette}
    >
      <Palette screens={screens} onClose={onClose} />
    </OverlayDialog>
  );
}

/** Mounted again each time the search opens, so that it starts empty. */
function Palette({ screens, onClose }: Omit<SearchPaletteProps, 'isOpen'>) {
  const listId = useId();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, isSearching, isFailed, retry } = useSearch(words, screens);
  const open = useOpenResult();
  const results = groups.flatMap((group) => group.results);
  const active = Math.min(chosen, results.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;

  const choose = (result: SearchResult): void => {
    onClose();
    open(result.target);
  };
  const move = (to: number): void => {
    const next = (to + results.length) % Math.max(1, results.length);
    setChosen(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const result = results[active];
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Enter' && result) choose(result);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <input
          className={classes.input}
          type="search"
          role="combobox"
          aria-label={strings.searchLabel}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(active >= 0 ? { 'aria-activedescendant': optionId(active) } : {})}
          placeholder={strings.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        {isSearching ? <Loader size="xs" aria-label={strings.searching} /> : null}
        <CloseButton aria-label={strings.closeSearch} onClick={onClose} />
      </div>
      <div className={classes.list} id={listId} role="listbox" aria-label={strings.results}>
        <Options groups={groups} active={active} optionId={optionId} onHover={setChosen} onChoose={choose} />
      </div>
      <Note
        hasResults={results.length > 0}
        isSearching={isSearching}
        isFailed={isFailed}
        words={words}
        onRetry={retry}
      />
      <div className={classes.foot} aria-hidden="true">
        <span>
          <kbd>↑ ↓</kbd> {strings.toSelect}
        </span>
        <span>
          <kbd>{strings.enter}</kbd> {strings.toOpen}
        </span>
        <span>
          <kbd>{strings.esc}</kbd> {strings.toClose}
        </span>
      </div>
    </>
  );
}

type OptionsProps = {
  groups: readonly ResultGroup[];
  active: number;
  optionId: (index: number) => string;
  onHover: (index: number) => void;
  onChoose: (result: SearchResult) => void;
};

function Options({ groups, active, optionId, onHover, onChoose }: OptionsProps) {
  const startOf = (position: number): number =>
    groups.slice(0, position).reduce((sum, { results }) => sum + results.length, 0);
  return groups.map(({ kind, title, results }, position) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a listbox
    <div key={kind} role="group" aria-label={title}>
      <div className={classes.groupTitle} aria-hidden="true">
        {title}
      </div>
      {results.map((result, offset) => {
        const index = startOf(position) + offset;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          <div
            key={result.key}
            id={optionId(index)}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseMove={() => (index === active ? undefined : onHover(index))}
            onClick={() => onChoose(result)}
          >
            <ResultIcon kind={kind} result={result} />
            <span className={kind === 'outlets' ? `${classes.label} ${classes.code}` : classes.label}>
              {result.label}
            </span>
            <span className={classes.detail}>{result.detail}</span>
          </div>
        );
      })}
    </div>
  ));
}

type NoteProps = { hasResults: boolean; isSearching: boolean; isFailed: boolean; words: string; onRetry: () => void };

function Note({ hasResults, isSearching, isFailed, words, onRetry }: NoteProps) {
  if (isFailed)
    return (
      <p className={classes.note} role="alert">
        {strings.serverFailed}{' '}
        <button type="button" onClick={onRetry}>
          {strings.tryAgain}
        </button>
      </p>
    );
  return (
    <div role="status">
      {hasResults || isSearching ? null : (
        <p className={classes.note}>{interpolate(strings.noResultsFor, { query: words.trim() })}</p>
      )}
    </div>
  );
}

/** Returns a function that opens a result, either inside the product or in a new tab. */
function useOpenResult(): (target: SearchTarget) => void {
  const navigate = useNavigate();
  return (target) => {
    if ('href' in target) window.open(target.href, '_blank', 'noopener');
    else void navigate({ to: target.to, search: target.search as never });
  };
}
