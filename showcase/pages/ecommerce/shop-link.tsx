import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type ShopLinkProps = { to: string; className?: string | undefined; children: ReactNode };

/** A way to another page of the shop; loading the page anew would forget what was changed. */
export function ShopLink({ to, className, children }: ShopLinkProps) {
  return (
    <Link to="/app/$" params={{ _splat: `ecommerce/${to}` }} {...(className ? { className } : {})}>
      {children}
    </Link>
  );
}
