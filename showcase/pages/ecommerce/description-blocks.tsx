import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconCopy, IconHash, IconMail, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { copyOrSay } from '../../../web/ui/use-copy.ts';
import type { Product } from '../../contract/products.ts';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import classes from './description.module.css';
import { REVIEWS } from './product-sample-data.ts';
import { ShopLink } from './shop-link.tsx';

/** Media query for windows in which the blocks are collapsible panels. */
const NARROW = '(max-width: 767.98px)';

/** The description's five blocks: side by side, or collapsible panels on a phone (docs/sample-pages.md#product). */
export function DescriptionBlocks({ product }: { product: Product }) {
  const { description_1, description_2, code, hashtag, technology } = product;
  return (
    <section aria-labelledby="product-description">
      <h2 className={classes.heading} id="product-description">
        Product Description
      </h2>
      <div className={classes.blocks}>
        <Block title="PRODUCT DESCRIPTION">
          <p>{description_1}</p>
          <p>{description_2}</p>
        </Block>
        <Block title="PRODUCT CODE">
          <p>{code}</p>
        </Block>
        <Block title="SHARE">
          <p>
            <ShopLink to="products" className={classes.link}>
              {hashtag}
            </ShopLink>
          </p>
          <ShareButtons product={product} />
        </Block>
        <Block title="TECHNOLOGY">
          <ul className={classes.list}>
            {technology.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        </Block>
        <Block title="RATING & REVIEWS">
          <RatingAndReviews product={product} />
        </Block>
      </div>
    </section>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (!isNarrow)
    return (
      <div className={classes.block}>
        <h3 className={classes.title}>{title}</h3>
        {children}
      </div>
    );
  return (
    <div className={classes.block}>
      <h3 className={classes.title}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </h3>
      <div id={id} className={classes.panel} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

async function copy(text: string, what: string): Promise<void> {
  if (await copyOrSay(text)) await showToast({ kind: 'success', key: 'copy', message: `${what} copied.` });
}

function ShareButtons({ product: { title, hashtag } }: { product: Product }) {
  const address = window.location.href;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  return (
    <div className={classes.share}>
      <button type="button" aria-label="Copy the link" onClick={() => void copy(address, 'Link')}>
        <IconCopy size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <button type="button" aria-label="Copy the hashtag" onClick={() => void copy(hashtag, 'Hashtag')}>
        <IconHash size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <a href={mail} aria-label="Send by e-mail">
        <IconMail size={18} stroke={1.75} aria-hidden="true" />
      </a>
    </div>
  );
}

/**
 * A product's rating and reviews. The built-in sample has its own number of reviews; other products show the sample's
 * reviews (docs/sample-pages.md#product).
 */
function RatingAndReviews({ product: { rating, reviews = REVIEWS.length } }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className={classes.stars}>
        <strong>{rating.toFixed(1)}</strong>
        <IconStarFilled size={18} aria-hidden="true" />
        <span>{reviews} Reviews</span>
      </p>
      <button type="button" className={classes.link} onClick={() => setIsOpen(true)}>
        Read all
      </button>
      <TitledDialog title={`${reviews} Reviews`} size={520} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ul className={classes.reviews}>
          {REVIEWS.slice(0, reviews).map(({ name, stars, text }) => (
            <li key={name}>
              <p className={classes.stars}>
                <strong>{name}</strong>
                <span>
                  {stars} <IconStarFilled size={14} aria-label="of 5 stars" />
                </span>
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </TitledDialog>
    </>
  );
}
