import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Search parameters of a screen. A value of '' or undefined removes the parameter. */
export type AddressParts<Search> = { readonly [Part in keyof Search]?: Search[Part] | '' | undefined };

type Change<Search> = AddressParts<Search> | ((now: Search) => AddressParts<Search>);

/** Merges the change into the current address. The address at render time may be out of date. */
export const addressWith = <Search extends object>(change: Change<Search>) =>
  ({
    to: '.',
    search: ((now: Search) =>
      Object.fromEntries(
        Object.entries({ ...now, ...(typeof change === 'function' ? change(now) : change) }).filter(
          ([, value]) => value !== '' && value !== undefined,
        ),
      )) as never,
  }) as const;

/**
 * Changes some search parameters of this screen and keeps the current values of the others. Does nothing if the reader
 * has gone to another screen. `replace` adds no history entry. The returned function is stable while the pathname stays
 * the same.
 */
export function useAddressParts<Search extends object>() {
  const navigate = useNavigate();
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  return useCallback(
    (change: Change<Search>, { replace = false } = {}): void => {
      if (router.latestLocation.pathname === pathname)
        void navigate({ ...addressWith(change), replace, resetScroll: false });
    },
    [navigate, router, pathname],
  );
}
