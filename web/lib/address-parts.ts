import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A screen's search parameters. A value of '' or undefined removes the parameter. */
export type AddressParts<Search> = { readonly [Part in keyof Search]?: Search[Part] | '' | undefined };

type Change<Search> = AddressParts<Search> | ((now: Search) => AddressParts<Search>);

/**
 * Returns a navigation that merges the change into the current URL, because the URL at render time may be out of date.
 */
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
 * Returns a function that changes some search parameters of this screen and keeps the others. The function does nothing
 * if the user has left the screen. With `replace`, no history entry is added. The function is stable while the pathname
 * stays the same.
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
