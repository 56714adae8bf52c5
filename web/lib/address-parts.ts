import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Parts of what the address keeps of a screen; one that is '' or undefined goes. */
export type AddressParts<Search> = { readonly [Part in keyof Search]?: Search[Part] | '' | undefined };

type Change<Search> = AddressParts<Search> | ((now: Search) => AddressParts<Search>);

/** The address of now with the parts put in: what a click or an answer found drawn may be older. */
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
 * Changes parts of what the address keeps of this screen; the others stay as they are by then. Does nothing once the reader has
 * gone to another screen. `replace` adds no step to the history. The same function as long as the screen is.
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
