import { Button } from '@mantine/core';
import { IconBuildingBank, IconCoins, IconCreditCard, IconStarFilled, IconTruckDelivery } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import type { Product } from '../../contract/products.ts';
import { productLabel } from '../../samples/product-price.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { Price } from './price.tsx';
import classes from './product-banner.module.css';
import { pictureWords } from './product-fields.ts';
import { QUANTITIES, SIZES } from './product-sample-data.ts';
import { StarButton } from './star-button.tsx';
import type { Favourites } from './use-stock.ts';

type BagLine = { readonly size: number; readonly pairs: number };

/** Manages the bag's content for one product, by size. The content is lost when the page unmounts. */
function useBag() {
  const [lines, setLines] = useState<readonly BagLine[]>([]);
  const add = (size: number, pairs: number): void =>
    setLines((before) => {
      const others = before.filter((line) => line.size !== size);
      const had = before.find((line) => line.size === size)?.pairs ?? 0;
      return [...others, { size, pairs: had + pairs }].sort((one, other) => one.size - other.size);
    });
  return { lines, add, empty: (): void => setLines([]) };
}

const SIZE_CHOICES = SIZES.map(({ size }) => String(size));
const PAYMENTS = [
  { words: 'Card', icon: IconCreditCard },
  { words: 'Transfer', icon: IconBuildingBank },
  { words: 'Cash', icon: IconCoins },
] as const;

/** The top of the product page: picture, price, size, quantity and bag. */
export function ProductBanner({ product, favourites }: { product: Product; favourites: Favourites }) {
  const { id, img, title, subtitle, price, discount, rating } = product;
  const label = productLabel(product);
  return (
    <section className={classes.banner} aria-label={title}>
      <div className={classes.picture}>
        <img src={img} alt={pictureWords(img)} width={600} height={600} />
        {label === null ? null : (
          <span className={classes.label} data-label={label}>
            {label}
          </span>
        )}
      </div>
      <div className={classes.words}>
        <p className={classes.rating}>
          <IconStarFilled size={16} aria-hidden="true" /> {rating.toFixed(1)}
          <span className={classes.spoken}> of 5 stars</span>
        </p>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.subtitle}>{subtitle}</p>
        <Price price={price} discount={discount} isLarge />
        <Purchase product={product} isFavourite={favourites.ids.includes(id)} onStar={() => favourites.toggle(id)} />
        <ul className={classes.payments} aria-label="Ways to pay">
          {PAYMENTS.map(({ words, icon: Icon }) => (
            <li key={words}>
              <Icon size={18} stroke={1.75} aria-hidden="true" /> {words}
            </li>
          ))}
        </ul>
        <p className={classes.delivery}>
          <IconTruckDelivery size={18} stroke={1.75} aria-hidden="true" /> Free delivery within three days
        </p>
      </div>
    </section>
  );
}

type PurchaseProps = { product: Product; isFavourite: boolean; onStar: () => void };

/** Choices of size and quantity, and the bag. */
function Purchase({ product: { title }, isFavourite, onStar }: PurchaseProps) {
  const [size, setSize] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<string>('1');
  const [isGuideOpen, setIsGuideOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const bag = useBag();
  const addButton = useRef<HTMLButtonElement>(null);
  const empty = (): void => {
    // The pressed button disappears with the bag's line, so move the focus first.
    addButton.current?.focus();
    bag.empty();
  };
  const put = (): void => {
    if (size === null) {
      setProblem('Select a size first.');
      return;
    }
    bag.add(Number(size), Number(quantity));
    void showToast({ kind: 'success', key: 'bag', message: `${quantity} × ${title}, size ${size}, in your bag.` });
  };
  return (
    <>
      <div className={classes.choices}>
        <ChoiceMenu<string>
          label="Size"
          choices={SIZE_CHOICES}
          chosen={size ?? ''}
          text={size === null ? 'Select size' : `Size: ${size}`}
          isWide
          onChoose={(choice) => {
            setSize(choice);
            setProblem(null);
          }}
        />
        <ChoiceMenu<string> label="Quantity" choices={QUANTITIES} chosen={quantity} isWide onChoose={setQuantity} />
        <button type="button" className={classes.guide} onClick={() => setIsGuideOpen(true)}>
          Size Guide
        </button>
      </div>
      <div className={classes.actions}>
        <Button
          ref={addButton}
          size="md"
          onClick={put}
          {...(problem === null ? {} : { 'aria-describedby': problemId })}
        >
          Add to bag
        </Button>
        <StarButton title={title} isOn={isFavourite} onToggle={onStar} />
      </div>
      <p className={classes.problem} role="alert" id={problemId}>
        {problem}
      </p>
      {bag.lines.length === 0 ? null : (
        <p className={classes.bag}>
          In your bag: {bag.lines.map((line) => `${line.pairs} of size ${line.size}`).join(', ')}.{' '}
          <button type="button" className={classes.guide} onClick={empty}>
            Empty the bag
          </button>
        </p>
      )}
      <TitledDialog title="Size Guide" size={520} isOpen={isGuideOpen} onClose={() => setIsGuideOpen(false)}>
        <table className={classes.sizes}>
          <thead>
            <tr>
              <th scope="col">Size</th>
              <th scope="col">European</th>
              <th scope="col">Length of the foot</th>
            </tr>
          </thead>
          <tbody>
            {SIZES.map((row) => (
              <tr key={row.size}>
                <th scope="row">{row.size}</th>
                <td>{row.european}</td>
                <td>{row.foot}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TitledDialog>
    </>
  );
}
