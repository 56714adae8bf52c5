import { formatDollars } from '../../../web/lib/formatters.ts';
import { salePrice } from '../../samples/product-price.ts';
import classes from './price.module.css';

/** The price. With a discount, the old price, '<discount>% off' and the new price (docs/specification.md#constants). */
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
            {formatDollars(price)}
          </s>{' '}
          <span className={classes.off}>{discount}% off</span>{' '}
        </>
      ) : null}
      <strong>
        <span className={classes.spoken}>{discount > 0 ? 'New price ' : 'Price '}</span>
        {formatDollars(salePrice({ price, discount }))}
      </strong>
    </p>
  );
}
