import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type ShopLinkProps = { to: string; className?: string | undefined; children: ReactNode };

/** A link within the shop. The link does not reload the page, because a reload would lose changed products. */
export function ShopLink({ to, className, children }: ShopLinkProps) {
  return (
    <Link to="/app/$" params={{ _splat: `ecommerce/${to}` }} {...(className ? { className } : {})}>
      {children}
    </Link>
  );
}
