import { CloseButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Widget } from '../../../ui/widget.tsx';
import { DemoPage } from '../demo-page.tsx';
import { productsQuery } from './api.ts';
import classes from './management.module.css';
import { ProductList } from './product-list.tsx';

/** Products as a list, to create, change and delete (inventory 7.3). */
export function ManagementPage() {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const [isNoticeOpen, setIsNoticeOpen] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  const closeNotice = (): void => {
    // The button that was pressed goes with it.
    list.current?.focus();
    setIsNoticeOpen(false);
  };
  return (
    <DemoPage title="Product - **Management**" isLoading={isPending}>
      {isNoticeOpen ? (
        <div className={classes.notice} role="note">
          <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
          <p>
            These are sample products. What you create, change or delete stays in this browser until the page is loaded
            anew, and shows in the product grid as well.
          </p>
          <CloseButton
            size={36}
            iconSize={18}
            className={classes.noticeClose ?? ''}
            aria-label="Close the notice"
            onClick={closeNotice}
          />
        </div>
      ) : null}
      <Widget title="List of **Products**" collapse close flush isLoading={isPending}>
        {isError ? <ErrorState what="The products could not be loaded." onRetry={() => void refetch()} /> : null}
        <div ref={list} tabIndex={-1} className={classes.place}>
          {products === undefined ? null : <ProductList products={products} />}
        </div>
      </Widget>
    </DemoPage>
  );
}
