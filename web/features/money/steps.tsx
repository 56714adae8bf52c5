import { Button } from '@mantine/core';
import { counted, type Noun } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import classes from './money.module.css';
import { stepsStrings as strings } from './money-strings.ts';

type StepsProps = { page: number; limit: number; total: number; noun: Noun; onPage: (page: number) => void };

/** Buttons for the previous and next page. Renders nothing if there is only one page. */
export function Steps({ page, limit, total, noun, onPage }: StepsProps) {
  if (total <= limit) return null;
  return (
    <div className={classes.steps}>
      <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {interpolate(strings.previous, { nouns: noun.other })}
      </Button>
      <span>{counted(total, noun)}</span>
      <Button variant="default" size="xs" disabled={page * limit >= total} onClick={() => onPage(page + 1)}>
        {interpolate(strings.next, { nouns: noun.other })}
      </Button>
    </div>
  );
}
