import { isInAddressList } from '#domain/address-list.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';

/**
 * Throws if an administrator calls from outside ADMIN_ADDRESSES, or a token is used from outside its own networks. `ip`
 * is the address after TRUST_PROXY was applied.
 */
export function requireAllowedAddress(
  { role, viewer, token }: Pick<Caller, 'role' | 'viewer' | 'token'>,
  ip: string,
  adminAddresses: readonly string[] | null,
): void {
  if (role === 'admin' || viewer !== null) requireAdminAddress(ip, adminAddresses);
  if (token !== null && token.addresses.length > 0 && !isInAddressList(ip, token.addresses))
    throw new AppError(
      'forbidden',
      `This API token can’t be used from ${ip}. Use it from one of its allowed addresses.`,
    );
}

/** Throws if an administrator signs in from outside ADMIN_ADDRESSES. */
export function requireAdminAddress(ip: string, adminAddresses: readonly string[] | null): void {
  if (adminAddresses === null || isInAddressList(ip, adminAddresses)) return;
  throw new AppError(
    'forbidden',
    `Administrators can’t use this installation from ${ip}. Use an allowed network, or ask the operator to add yours to ADMIN_ADDRESSES.`,
  );
}
