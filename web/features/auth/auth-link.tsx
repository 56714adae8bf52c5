import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { openAddress } from '../../lib/open-address.ts';

type AuthLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: '/login' | '/register' | '/forgot' };

/** A link between the pages before signing in: the login page is drawn before the router is there. */
export function AuthLink({ to, ...rest }: AuthLinkProps) {
  const follow = (event: MouseEvent): void => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || event.defaultPrevented) return;
    event.preventDefault();
    openAddress(to);
  };
  return <a {...rest} href={to} onClick={follow} />;
}
