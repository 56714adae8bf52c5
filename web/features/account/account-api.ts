import { queryOptions } from '@tanstack/react-query';
import {
  deleteAccount,
  deleteAvatar,
  exportAccount,
  type ProfileRequest,
  updateAvatar,
  updateProfile,
} from '#contract/account.ts';
import { currentUser, type ProviderName } from '#contract/auth.ts';
import { disconnectIdentity, visitProvider } from '#contract/identities.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '#contract/passkeys.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
} from '#contract/second-factor.ts';
import { changePassword, endOtherSessions, endOwnSession, listOwnSessions } from '#contract/sessions.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { base64Of } from '../../lib/save-file.ts';
import { storeUser } from '../../lib/session.ts';
import { makePasskey } from '../../lib/use-passkey.ts';

/** Fetches the user from the server and stores the response, so that every screen shows the current values. */
async function refreshUser(): Promise<void> {
  storeUser(await request(currentUser));
}

export async function saveProfile(profile: ProfileRequest): Promise<void> {
  await request(updateProfile, { body: profile });
  await refreshUser();
}

export async function saveAvatar(file: Blob): Promise<void> {
  await request(updateAvatar, { body: { image: await base64Of(file) } });
  await refreshUser();
}

export async function removeAvatar(): Promise<void> {
  await request(deleteAvatar);
  await refreshUser();
}

export const fetchExport = () => requestFile(exportAccount);
export const leave = () => request(deleteAccount);

export async function saveOwnPassword(order: { current_password: string; new_password: string }): Promise<void> {
  await request(changePassword, { body: order });
  await refreshUser();
}

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'] as const,
  queryFn: ({ signal }) => request(listOwnSessions, { signal }),
  select: ({ data }) => data,
  staleTime: 0,
  meta: { errors: 'part' },
});
export const endSession = (id: string) => request(endOwnSession, { params: { id } });
export const endOthers = () => request(endOtherSessions);

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'] as const,
  queryFn: ({ signal }) => request(secondFactorState, { signal }),
  meta: { errors: 'part' },
});
export const fetchSeed = () => request(prepareSecondFactor);
export async function enableFactor(code: string): Promise<string[]> {
  const { recovery_codes: codes } = await request(enableSecondFactor, { body: { code } });
  await refreshUser();
  return codes;
}
export async function disableFactor(): Promise<void> {
  await request(disableSecondFactor);
  await refreshUser();
}
export const renewCodes = async (): Promise<string[]> => (await request(renewRecoveryCodes)).recovery_codes;

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'] as const,
  queryFn: ({ signal }) => request(listPasskeys, { signal }),
  select: ({ data }) => data,
  meta: { errors: 'part' },
});
/**
 * Creates a passkey. Returns the recovery codes that the server issues with the first passkey, or an empty list for
 * later passkeys.
 */
export async function createPasskey(name: string): Promise<string[]> {
  const made = await makePasskey(await request(beginPasskey));
  const { recovery_codes: codes } = await request(addPasskey, { body: { ...made, name } });
  await refreshUser();
  return codes;
}
export const renameOwnPasskey = ({ id, name }: { id: string; name: string }) =>
  request(renamePasskey, { params: { id }, body: { name } });
export async function removeOwnPasskey(id: string): Promise<void> {
  await request(removePasskey, { params: { id } });
  await refreshUser();
}

export const addressToConnect = async (provider: ProviderName): Promise<string> =>
  (await request(visitProvider, { body: { provider, purpose: 'connect', from: '/app/password' } })).redirect;
export const disconnect = (id: string) => request(disconnectIdentity, { params: { id } });
