import { Button } from '@mantine/core';
import { IconShoe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { salePrice } from '../../samples/product-price.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterOverlay } from './filter-overlay.tsx';
import { ProductCard } from './product-card.tsx';
import { productsQuery } from './products-api.ts';
import classes from './products-page.module.css';
import { FIRST_FILTERS, type ShopFilters, type ShopSort, shownProducts } from './shop-filters.ts';
import { useFavourites } from './use-stock.ts';

/** The shop's products with filters and sorting (docs/sample-pages.md#products). */
export function ProductsPage() {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const favourites = useFavourites();
  const [filters, setFilters] = useState<ShopFilters>(FIRST_FILTERS);
  // Keeps the favorites from when the order was chosen, so that a card does not move away when the user stars it.
  const [order, setOrder] = useState<{ sort: ShopSort; favourites: readonly number[] }>({
    sort: 'Favourite',
    favourites: favourites.ids,
  });
  const view = { filters, sort: order.sort, favourites: order.favourites };
  const shown = shownProducts(products ?? [], view, salePrice);
  const choice = {
    filters,
    sort: order.sort,
    onFilter: (key: keyof ShopFilters, value: string) => setFilters({ ...filters, [key]: value }),
    onSort: (sort: ShopSort) => setOrder({ sort, favourites: favourites.ids }),
  };
  return (
    <ShowcasePage title="E-commerce - **Product Grid**" isLoading={isPending}>
      <FilterBar {...choice} />
      <FilterOverlay {...choice} />
      {isPending ? <Spinner /> : null}
      {isError ? <ErrorState what="The products could not be loaded." onRetry={() => void refetch()} /> : null}
      {products === undefined ? null : (
        <section className={classes.results} aria-label="Products">
          <p className={classes.count} role="status">
            {shown.length === 1 ? '1 product' : `${shown.length} products`}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              title="No product fits these filters."
              icon={<IconShoe size={20} stroke={1.75} />}
              action={
                <Button variant="default" onClick={() => setFilters(FIRST_FILTERS)}>
                  Show all products
                </Button>
              }
            >
              Large sizes are made of few shapes only: try another size or kind.
            </EmptyState>
          ) : (
            <ul className={classes.grid}>
              {shown.map((product) => (
                <li key={product.id}>
                  <ProductCard product={product} favourites={favourites} />
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </ShowcasePage>
  );
}
