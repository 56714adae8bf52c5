import { IconShoe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ShowcaseParams } from '../../../web/lib/showcase-door.ts';
import { Carousel } from '../../../web/ui/carousel.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import type { Product } from '../../contract/products.ts';
import { fallbackProduct } from '../../samples/product-sample.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import { DescriptionBlocks } from './description-blocks.tsx';
import { ProductBanner } from './product-banner.tsx';
import { ProductCard } from './product-card.tsx';
import classes from './product-page.module.css';
import { productsQuery } from './products-api.ts';
import { ShopLink } from './shop-link.tsx';
import { type Favourites, useFavourites } from './use-stock.ts';

/** One product, or the built-in sample if the URL has no number (docs/sample-pages.md#product). */
export function ProductPage({ params }: ShowcaseParams) {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const favourites = useFavourites();
  const id = Number.parseInt(params.id ?? '', 10);
  const isSample = Number.isNaN(id) || id === 0;
  const product = isSample ? fallbackProduct() : products?.find((each) => each.id === id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each product begins at its top
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [params.id]);
  return (
    <ShowcasePage title="E-commerce - **Product Detail**" isLoading={isPending}>
      {isPending && !isSample ? <Spinner /> : null}
      {isError ? <ErrorState what="The products could not be loaded." onRetry={() => void refetch()} /> : null}
      {product === undefined ? null : (
        <div key={product.id} className={classes.product}>
          <ProductBanner product={product} favourites={favourites} />
          <DescriptionBlocks product={product} />
        </div>
      )}
      {product === undefined && products !== undefined ? (
        <EmptyState
          title={`There is no product ${id}.`}
          icon={<IconShoe size={20} stroke={1.75} />}
          action={<ShopLink to="products">Show all products</ShopLink>}
        />
      ) : null}
      {product !== undefined && products !== undefined && products.length > 0 ? (
        <Others key={`others-${product.id}`} products={products} favourites={favourites} />
      ) : null}
    </ShowcasePage>
  );
}

/** A carousel of all products. */
function Others({ products, favourites }: { products: readonly Product[]; favourites: Favourites }) {
  return (
    <section aria-labelledby="you-may-also-like">
      <h2 className={classes.heading} id="you-may-also-like">
        You may also like
      </h2>
      <Carousel
        label="Other products"
        several
        loop="narrow"
        className={classes.others ?? ''}
        slides={products.map((product) => ({
          key: String(product.id),
          label: product.title,
          content: <ProductCard product={product} favourites={favourites} headingLevel={3} />,
        }))}
      />
    </section>
  );
}
