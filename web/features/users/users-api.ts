import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listUserTokens, revokeUserToken } from '#contract/api-tokens.ts';
import {
  createUser,
  deleteUser,
  endUserSessions,
  exportUsers,
  getUser,
  importUsers,
  inviteUser,
  type LinkableCustomer,
  listLinkableCustomers,
  listUsers,
  type ManagedUser,
  type NewUser,
  restoreUser,
  type UserQuery,
  updateUser,
  viewAsUser,
} from '#contract/users.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { hiddenIn, type TableFile } from '../../lib/download-table.ts';
import { type ImportOptions, importFile } from '../../lib/import-file.ts';
import { base64Of, saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Builds the endpoint's query. The route has already validated the search parameters (`tableSearchOf`). */
const queryOf = ({ q, sort, page, limit, role, status, cid }: TableSearch) =>
  ({ q, sort, page, limit, role, status, customer_id: cid }) as UserQuery;

/** Query key prefix of all account queries. A change invalidates everything below it. */
export const USERS_KEY = ['users'] as const;

export const usersQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'list', queryOf(search)] as const,
    queryFn: ({ signal }) => request(listUsers, { query: queryOf(search), signal }),
    placeholderData: keepPreviousData,
  });

export const readUser = (id: string) => request(getUser, { params: { id } });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'one', id] as const,
    queryFn: ({ signal }) => request(getUser, { params: { id }, signal }),
    staleTime: 0,
  });

/** Queries customers to choose from. `customer_id` finds the chosen customer. */
export const customersQuery = (ask: {
  q?: string;
  kind?: LinkableCustomer['kind'] | undefined;
  customer_id?: string;
}) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'customers', ask] as const,
    queryFn: ({ signal }) => request(listLinkableCustomers, { query: ask, signal }),
    placeholderData: keepPreviousData,
  });

export type UserForm = Omit<NewUser, 'invite' | 'image'> & {
  /** A new picture's file, or null to remove the picture; undefined keeps the current picture. */
  image?: Blob | null | undefined;
};

async function fieldsOf({ image, ...fields }: UserForm): Promise<Omit<NewUser, 'invite'>> {
  if (image === undefined) return fields;
  return { ...fields, image: image === null ? null : await base64Of(image) };
}

export const sendNewUser = async (form: UserForm, invite: boolean): Promise<ManagedUser> =>
  request(createUser, { body: { ...(await fieldsOf(form)), invite } });

export const sendUser = async ({ id, version }: ManagedUser, form: UserForm): Promise<ManagedUser> =>
  request(updateUser, { params: { id }, body: { ...(await fieldsOf(form)), version } });

export const sendDeletion = ({ id, version }: ManagedUser): Promise<ManagedUser> =>
  request(deleteUser, { params: { id }, query: { version: String(version) } });

export const sendRestoring = ({ id }: ManagedUser): Promise<ManagedUser> => request(restoreUser, { params: { id } });

export const sendInvitation = ({ id }: ManagedUser) => request(inviteUser, { params: { id } });

export const sendSessionsEnd = ({ id }: ManagedUser) => request(endUserSessions, { params: { id } });

/** Queries an account's API tokens. */
export const userTokensQuery = (id: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'tokens', id] as const,
    queryFn: ({ signal }) => request(listUserTokens, { params: { id }, signal }),
    staleTime: 0,
    meta: { errors: 'part' },
  });
export const revokeTokenOf = (id: string, tokenId: string) =>
  request(revokeUserToken, { params: { id, token_id: tokenId } });

/** Returns a token for a session that sees what the user sees. */
export const askToView = async ({ id }: ManagedUser): Promise<string> =>
  (await request(viewAsUser, { params: { id } })).data;

export const sendFile = (file: File, options: ImportOptions) => importFile(importUsers, file, options);

/** The columns of the file for each column of the table. The others are always in the file. */
const IN_FILE: Readonly<Record<string, readonly string[]>> = {
  last_name: ['last_name'],
  phone_number: ['phone'],
  role: ['role', 'standing'],
  customer: ['customer'],
  email_verified: ['email_verified'],
  disabled: ['disabled'],
  last_seen_at: ['last_seen_at'],
};

/** Downloads all accounts that match the table's search and filters, on all pages. */
export async function downloadUsers(search: TableSearch, { hide }: TableFile): Promise<void> {
  const { page: _page, limit: _limit, ...query } = queryOf(search);
  saveFile(await requestFile(exportUsers, { query: { ...query, ...hiddenIn(IN_FILE, hide) } }));
}
