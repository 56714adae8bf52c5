import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelImport, type ImportRun, listImports } from '#contract/imports.ts';
import { request } from './api-client.ts';

type ImportKind = 'users' | 'customers' | 'outlets' | 'campaigns';

const LOOK_EVERY_MS = 1_000;

const isOpen = ({ status }: ImportRun): boolean => status === 'checking' || status === 'storing';

/** The imports of a kind that are under way, wherever they were begun, and how the last ones ended. */
export function useImportRuns(kind: ImportKind, isWatched: boolean) {
  const client = useQueryClient();
  const queryKey = ['imports', kind];
  const { data: runs = [] } = useQuery({
    queryKey,
    queryFn: async () => (await request(listImports, { query: { kind } })).data,
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_EVERY_MS : false),
  });
  return {
    runs,
    /** Ends an import of which nothing is stored yet; throws an `Error` that says why it cannot. */
    cancel: async (id: string): Promise<void> => {
      await request(cancelImport, { params: { id } });
      await client.invalidateQueries({ queryKey });
    },
    /** After an import of this page. */
    refresh: () => void client.invalidateQueries({ queryKey }),
  };
}
