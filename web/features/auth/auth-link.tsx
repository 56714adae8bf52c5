import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { openAddress } from '../../lib/open-address.ts';

type AuthLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: '/login' | '/register' | '/forgot' };

/**
 * A link between the pages before sign-in. The link needs no router, because the login page renders before the router
 * has loaded.
 */
export function AuthLink({ to, ...rest }: AuthLinkProps) {
  const follow = (event: MouseEvent): void => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || event.defaultPrevented) return;
    event.preventDefault();
    openAddress(to);
  };
  return <a {...rest} href={to} onClick={follow} />;
}
