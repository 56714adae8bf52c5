import { IconShoe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ShowcaseParams } from '../../../web/lib/showcase-door.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { EMPTY_FIELDS, fieldsOf } from './product-fields.ts';
import { ProductForm } from './product-form.tsx';
import { productsQuery } from './products-api.ts';
import { ShopLink } from './shop-link.tsx';
import { useStock } from './use-stock.ts';

/** The form of a new or existing product (docs/sample-pages.md#product-management). */
export function EditProductPage({ params }: ShowcaseParams) {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const { create, update, remove } = useStock();
  const navigate = useNavigate();
  const isNew = params.id === undefined;
  const product = products?.find(({ id }) => String(id) === params.id);
  const isUnknown = !isNew && products !== undefined && product === undefined;
  const leave = (message: string): void => {
    void navigate({ to: '/app/$', params: { _splat: 'ecommerce/management' } });
    void showToast({ kind: 'success', key: 'product', message });
  };
  return (
    <ShowcasePage title="Product - **Detail**" isLoading={isPending}>
      <Widget title={isNew ? 'New **product**' : 'Edit **product**'} collapse close isLoading={isPending}>
        {isError ? <ErrorState what="The product could not be loaded." onRetry={() => void refetch()} /> : null}
        {isNew && products !== undefined ? (
          <ProductForm
            fields={EMPTY_FIELDS}
            onSave={(fields) => {
              create(fields);
              leave(`${fields.title} was created.`);
            }}
          />
        ) : null}
        {product === undefined ? null : (
          <ProductForm
            key={product.id}
            fields={fieldsOf(product)}
            onSave={(fields) => {
              update(product.id, fields);
              leave(`${fields.title} was updated.`);
            }}
            onDelete={() => {
              remove(product.id);
              leave(`${product.title} was deleted.`);
            }}
          />
        )}
        {isUnknown ? (
          <EmptyState
            title={`There is no product ${params.id}.`}
            icon={<IconShoe size={20} stroke={1.75} />}
            action={<ShopLink to="management">Back to the list</ShopLink>}
          >
            It may have been deleted, or created before the page was loaded anew.
          </EmptyState>
        ) : null}
      </Widget>
    </ShowcasePage>
  );
}
