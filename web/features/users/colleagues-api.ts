import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Colleague,
  type ColleagueQuery,
  changeColleague,
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
  type NewColleague,
} from '#contract/colleagues.ts';
import { request } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import type { TableSearch } from '../../lib/table-search.ts';

export const COLLEAGUES_KEY = ['colleagues'] as const;

export const colleaguesQuery = ({ q, sort, page, limit }: TableSearch) =>
  queryOptions({
    queryKey: [...COLLEAGUES_KEY, { q, sort, page, limit }] as const,
    queryFn: ({ signal }) => request(listColleagues, { query: { q, sort, page, limit } as ColleagueQuery, signal }),
    placeholderData: keepPreviousData,
  });

export const downloadColleagues = ({ q, sort }: TableSearch, file: TableFile) =>
  downloadTable(listColleagues, { q, sort }, file);

export const sendColleague = (body: NewColleague) => request(inviteColleague, { body });
export const sendAgain = ({ id }: Colleague) => request(inviteColleagueAgain, { params: { id } });
export const sendChange = (
  { id, version }: Colleague,
  change: { standing?: Colleague['standing']; disabled?: boolean },
) => request(changeColleague, { params: { id }, body: { ...change, version } });
