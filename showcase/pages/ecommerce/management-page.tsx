import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { SlidingNotice } from '../sliding-notice.tsx';
import classes from './management.module.css';
import { ProductList } from './product-list.tsx';
import { productsQuery } from './products-api.ts';

/** The list of products, to create, change and delete them (docs/sample-pages.md#product-management). */
export function ManagementPage() {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const list = useRef<HTMLDivElement>(null);
  return (
    <ShowcasePage title="Product - **Management**" isLoading={isPending}>
      <SlidingNotice onClosed={() => list.current?.focus()}>
        These are sample products. What you create, change or delete stays in this browser until the page is loaded
        anew, and shows in the product grid as well.
      </SlidingNotice>
      <Widget title="List of **Products**" collapse close flush isLoading={isPending}>
        {isError ? <ErrorState what="The products could not be loaded." onRetry={() => void refetch()} /> : null}
        <div ref={list} tabIndex={-1} className={classes.place}>
          {products === undefined ? null : <ProductList products={products} onRemoved={() => list.current?.focus()} />}
        </div>
      </Widget>
    </ShowcasePage>
  );
}
