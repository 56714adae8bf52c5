import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportedKind } from '#contract/csv-columns.ts';
import { cancelImport, type ImportRun, listImports } from '#contract/imports.ts';
import { request } from './api-client.ts';

const LOOK_EVERY_MS = 1_000;
const IMPORTS = 'imports';

const isUnderWay = ({ ended_at: endedAt }: ImportRun): boolean => endedAt === null;

/** Whether an import ended since a look before: it may have stored something, also where it failed half-way. */
export const hasEnded = (before: readonly ImportRun[] | undefined, now: readonly ImportRun[]): boolean =>
  before !== undefined &&
  now.some(({ id, ended_at: endedAt }) => endedAt !== null && !before.some((run) => run.id === id && !isUnderWay(run)));

/**
 * The imports of a kind that are under way, wherever they were begun, and how the last ones ended: looked at as long as the page
 * is open, with or without the drawer. When one ends, what it may have changed is read anew (without a key all that is kept).
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
    /** Ends an import of which nothing is stored yet; throws an `Error` that says why it cannot. */
    cancel: async (id: string): Promise<void> => {
      await request(cancelImport, { params: { id } });
      await client.invalidateQueries({ queryKey });
    },
    /** An import of this page has begun, or ended. */
    refresh: () => void client.invalidateQueries({ queryKey }),
    /** Something was stored. */
    readAnew,
  };
}
