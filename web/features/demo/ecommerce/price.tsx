import { salePrice } from '#domain/product-price.ts';
import classes from './price.module.css';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The price; with a discount the old price, '<discount>% off' and the new price (specification section 9). */
export function Price({
  price,
  discount = 0,
  isLarge = false,
}: {
  price: number;
  discount?: number | undefined;
  isLarge?: boolean;
}) {
  return (
    <p className={isLarge ? `${classes.price} ${classes.large}` : classes.price}>
      {discount > 0 ? (
        <>
          <s>
            <span className={classes.spoken}>Old price </span>
            {DOLLARS.format(price)}
          </s>{' '}
          <span className={classes.off}>{discount}% off</span>{' '}
        </>
      ) : null}
      <strong>
        <span className={classes.spoken}>{discount > 0 ? 'New price ' : 'Price '}</span>
        {DOLLARS.format(salePrice({ price, discount }))}
      </strong>
    </p>
  );
}
