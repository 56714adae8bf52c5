import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/session.ts';
import { searchQuery } from './search-api.ts';
import { groupResults, MOST_CHARACTERS, type ResultGroup, type Screen } from './search-results.ts';

const TYPING_PAUSE_MS = 150;

export type Search = {
  readonly groups: readonly ResultGroup[];
  /** Whether the server's response for the current words is pending. */
  readonly isSearching: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
};

/** Searches while the user types. Screens are found immediately, and the server is queried after a short pause. */
export function useSearch(words: string, screens: readonly Screen[]): Search {
  const isAdmin = useCurrentUser()?.role === 'admin';
  const wanted = words.trim().slice(0, MOST_CHARACTERS);
  const [settled] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery(searchQuery(settled));
  return {
    groups: groupResults(wanted, screens, wanted === '' ? undefined : data, { isAdmin }),
    isSearching: wanted !== '' && (wanted !== settled || (isFetching && (data === undefined || isPlaceholderData))),
    isFailed: wanted !== '' && isError,
    retry: () => void refetch(),
  };
}
