import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportedKind } from '#contract/csv-columns.ts';
import { cancelImport, type ImportRun, listImports } from '#contract/imports.ts';
import { request } from './api-client.ts';

const LOOK_EVERY_MS = 1_000;
const IMPORTS = 'imports';

const isUnderWay = ({ ended_at: endedAt }: ImportRun): boolean => endedAt === null;

/** Whether an import has ended since the last poll. Even a failed import may have stored some lines. */
export const hasEnded = (before: readonly ImportRun[] | undefined, now: readonly ImportRun[]): boolean =>
  before !== undefined &&
  now.some(({ id, ended_at: endedAt }) => endedAt !== null && !before.some((run) => run.id === id && !isUnderWay(run)));

/**
 * Polls the imports of one kind, no matter where they were started, including the results of the most recent imports.
 * Polling runs while the page is open, with or without the drawer. When an import ends, invalidates the queries under
 * `changes`, or all queries except imports if `changes` is undefined.
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
    /**
     * Cancels an import that has stored nothing yet. If the import can't be canceled, rejects with an `Error` whose
     * message says why.
     */
    cancel: async (id: string): Promise<void> => {
      await request(cancelImport, { params: { id } });
      await client.invalidateQueries({ queryKey });
    },
    /** Refetches the imports after this page has started or canceled an import. */
    refresh: () => void client.invalidateQueries({ queryKey }),
    /** Invalidates the affected queries after something was stored. */
    readAnew,
  };
}
