import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { type InboxPlace, inboxPlaceOf, searchOfPlace } from './inbox-address.ts';

export type InboxAddress = {
  readonly place: InboxPlace;
  readonly go: (parts: Partial<InboxPlace>, options?: { replace?: boolean }) => void;
  /** Of a link that changes these parts: it can be opened in a new tab, too. */
  readonly linkTo: (parts: Partial<InboxPlace>) => { href: string; onClick: (event: MouseEvent) => void };
};

/** Where the reader is on the mail page: in the address, so that back and reload find it again. */
export function useInboxAddress(): InboxAddress {
  const navigate = useNavigate();
  const router = useRouter();
  const place = inboxPlaceOf(useSearch({ strict: false }));
  // The one route of all pages knows nothing of this one's search: `inboxPlaceOf` reads it again.
  const to = (parts: Partial<InboxPlace>) =>
    ({ to: '.', search: (() => searchOfPlace({ ...place, ...parts })) as never }) as const;
  const go: InboxAddress['go'] = (parts, { replace = false } = {}) =>
    void navigate({ ...to(parts), replace, resetScroll: false });
  return {
    place,
    go,
    linkTo: (parts) => ({
      href: router.buildLocation(to(parts)).href,
      onClick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(parts);
      },
    }),
  };
}
