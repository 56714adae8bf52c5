import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useSearch as useAddress, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { ResultIcon } from './result-icon.tsx';
import classes from './search.module.css';
import { MOST_CHARACTERS, type ResultGroup, type Screen, type SearchResult } from './search-results.ts';
import { searchPageStrings as strings } from './search-strings.ts';
import { useSearch } from './use-search.ts';

export type SearchPageProps = {
  screens: readonly Screen[];
  /** Content to show below the search while it is empty. */
  children?: ReactNode;
};

/** The search results page. The words are in the URL. */
export function SearchPage({ screens, children }: SearchPageProps) {
  const { q = '' } = useAddress({ from: '/app/extra/search' });
  return (
    <>
      <PageTitle title={strings.search} context={strings.context} />
      {/* The key creates a new form when the words in the URL change, such as after Back. */}
      <SearchForm key={q} q={q} />
      {q === '' ? (
        <>
          <Panel label={strings.results}>
            <EmptyState title={strings.startTitle}>{strings.start}</EmptyState>
          </Panel>
          {children}
        </>
      ) : (
        <Results words={q} screens={screens} />
      )}
    </>
  );
}

function SearchForm({ q }: { q: string }) {
  const navigate = useNavigate();
  const [words, setWords] = useState(q);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void navigate({ to: '/app/extra/search', search: words.trim() ? { q: words.trim() } : {} });
  };
  return (
    <search>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          type="search"
          aria-label={strings.searchLabel}
          placeholder={strings.placeholder}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          maxLength={MOST_CHARACTERS}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button type="submit">{strings.search}</Button>
      </form>
    </search>
  );
}

function Results({ words, screens }: { words: string; screens: readonly Screen[] }) {
  const { groups, isSearching, isFailed, retry } = useSearch(words, screens);
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <Panel
          key={group.kind}
          title={group.title}
          context={interpolate(strings.found, { count: group.results.length })}
          flush
        >
          <ResultList group={group} />
        </Panel>
      ))}
      {isFailed ? (
        <Panel label={strings.failure}>
          <ErrorState what={strings.serverFailed} onRetry={retry} isRetrying={isSearching} />
        </Panel>
      ) : null}
      {isSearching ? (
        <Panel label={strings.searching}>
          <LinesSkeleton lines={4} />
        </Panel>
      ) : null}
      <div role="status">
        {count > 0 || isSearching || isFailed ? null : (
          <Panel label={strings.noResults}>
            <EmptyState title={interpolate(strings.noResultsFor, { query: words })}>{strings.noResultsHint}</EmptyState>
          </Panel>
        )}
      </div>
    </div>
  );
}

function ResultList({ group: { kind, results } }: { group: ResultGroup }) {
  return (
    <ul className={classes.results}>
      {results.map((result) => (
        <li key={result.key}>
          <ResultLink result={result} kind={kind} />
        </li>
      ))}
    </ul>
  );
}

function ResultLink({ result, kind }: { result: SearchResult; kind: ResultGroup['kind'] }) {
  const { target } = result;
  const content = (
    <>
      <ResultIcon kind={kind} result={result} />
      <span className={kind === 'outlets' ? `${classes.label} ${classes.code}` : classes.label}>{result.label}</span>
      <span className={classes.detail}>{result.detail}</span>
    </>
  );
  if ('href' in target)
    return (
      <a className={classes.result} href={target.href} target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  return (
    <Link className={classes.result} to={target.to} search={target.search as never}>
      {content}
    </Link>
  );
}
