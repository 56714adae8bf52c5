import { IconStarFilled } from '@tabler/icons-react';
import { formatCount } from '../../../web/lib/formatters.ts';
import type { Product } from '../../contract/products.ts';
import { productLabel } from '../../samples/product-price.ts';
import { Price } from './price.tsx';
import classes from './product-card.module.css';
import { ShopLink } from './shop-link.tsx';
import { StarButton } from './star-button.tsx';
import type { Favourites } from './use-stock.ts';

export type ProductCardProps = { product: Product; favourites: Favourites; headingLevel?: 2 | 3 };

/**
 * A product card: picture with label and star, title, price, rating. A click anywhere but on the star opens the
 * product.
 */
export function ProductCard({ product, favourites, headingLevel = 2 }: ProductCardProps) {
  const { id, img, title, subtitle, price, discount, rating, sold } = product;
  const label = productLabel(product);
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <article className={classes.card} data-product={id}>
      <div className={classes.picture}>
        {/* The subtitle already describes the picture. */}
        <img src={img} alt="" width={600} height={600} draggable={false} />
        {label === null ? null : (
          <span className={classes.label} data-label={label}>
            {label}
          </span>
        )}
      </div>
      <StarButton
        className={classes.star}
        title={title}
        isOn={favourites.ids.includes(id)}
        onToggle={() => favourites.toggle(id)}
      />
      <div className={classes.words}>
        <Heading className={classes.title}>
          <ShopLink to={`product/${id}`} className={classes.open}>
            {title}
          </ShopLink>
        </Heading>
        <p className={classes.subtitle}>{subtitle}</p>
        <Price price={price} discount={discount} />
        <p className={classes.rating}>
          <span>
            {rating.toFixed(1)}
            <span className={classes.spoken}> of 5 stars</span>
            <IconStarFilled size={14} aria-hidden="true" />
          </span>
          <span>{formatCount(sold)} sold</span>
        </p>
      </div>
    </article>
  );
}
