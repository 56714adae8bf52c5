import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './results.module.css';
import type { SampleResult } from './sample-data/results.ts';

/** One sample result; "Learn More" expands it. */
export function ResultCard({ result, layout }: { result: SampleResult; layout: 'grid' | 'list' }) {
  const { title, picture, place, description, price, per, isBestDeal = false, kind } = result;
  const [isOpen, setIsOpen] = useState(false);
  const toggle = (): void => setIsOpen(!isOpen);
  return (
    <article className={classes.card} data-layout={layout} aria-label={title}>
      <img src={picture} alt="" width={640} height={440} />
      <div className={classes.cardText}>
        <h3 className={classes.cardTitle}>
          <button type="button" onClick={toggle}>
            {title}
          </button>
          {isBestDeal ? <span className={classes.deal}>Best Deal!</span> : null}
        </h3>
        <p className={classes.place}>
          <IconMapPin size={14} stroke={1.75} aria-hidden="true" /> {place}
        </p>
        <p className={classes.description}>{description}</p>
        {isOpen ? <p className={classes.description}>A made-up place of the group {kind}; nobody lets it.</p> : null}
      </div>
      <div className={classes.price}>
        <strong>$ {price}</strong>
        <span>per {per}</span>
        <Button size="xs" variant="default" aria-expanded={isOpen} aria-label={`Learn More: ${title}`} onClick={toggle}>
          Learn More
        </Button>
      </div>
    </article>
  );
}
