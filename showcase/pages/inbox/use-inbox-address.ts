import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { type InboxPlace, inboxPlaceOf, searchOfPlace } from './inbox-address.ts';

export type InboxAddress = {
  readonly place: InboxPlace;
  readonly go: (parts: Partial<InboxPlace>, options?: { replace?: boolean }) => void;
  /** Returns props for a link that changes these parameters. The link can also be opened in a new tab. */
  readonly linkTo: (parts: Partial<InboxPlace>) => { href: string; onClick: (event: MouseEvent) => void };
};

/** Keeps the mail page's state in the URL, so that Back and a reload restore it. */
export function useInboxAddress(): InboxAddress {
  const navigate = useNavigate();
  const router = useRouter();
  const place = inboxPlaceOf(useSearch({ strict: false }));
  // The route shared by all showcase pages does not define this page's search parameters; `inboxPlaceOf` validates
  // them.
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
