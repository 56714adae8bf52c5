import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportedKind } from '#contract/csv-columns.ts';
import { cancelImport, type ImportRun, listImports } from '#contract/imports.ts';
import { request } from './api-client.ts';

const LOOK_EVERY_MS = 1_000;
const IMPORTS = 'imports';

const isUnderWay = ({ ended_at: endedAt }: ImportRun): boolean => endedAt === null;

/** Whether an import ended since the last poll. It may have stored something, even if it failed partway. */
export const hasEnded = (before: readonly ImportRun[] | undefined, now: readonly ImportRun[]): boolean =>
  before !== undefined &&
  now.some(({ id, ended_at: endedAt }) => endedAt !== null && !before.some((run) => run.id === id && !isUnderWay(run)));

/**
 * Polls the imports of a kind, wherever they were started, and how the last ones ended. Polling runs while the page is
 * open, with or without the drawer. When an import ends, invalidates the queries under `changes` (without it, all
 * queries except imports).
 */
export function useImportRuns(kind: ImportedKind, changes?: QueryKey) {
  const client = useQueryClient();
  const queryKey = [IMPORTS, kind];
  const readAnew = () =>
    void client.invalidateQueries(
      changes === undefined ? { predicate: ({ queryKey: [first] }) => first !== IMPORTS } : { queryKey: changes },
    );
  const { data: runs = [] } = useQuery({
    queryKey,
    queryFn: async () => {
      const before = client.getQueryData<readonly ImportRun[]>(queryKey);
      const { data } = await request(listImports, { query: { kind } });
      if (hasEnded(before, data)) readAnew();
      return data;
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_EVERY_MS : false),
  });
  return {
    runs,
    /** Cancels an import that has stored nothing yet. Throws an `Error` with the reason if it cannot. */
    cancel: async (id: string): Promise<void> => {
      await request(cancelImport, { params: { id } });
      await client.invalidateQueries({ queryKey });
    },
    /** Refetches the imports after this page starts or ends one. */
    refresh: () => void client.invalidateQueries({ queryKey }),
    /** Invalidates the affected queries after something was stored. */
    readAnew,
  };
}
