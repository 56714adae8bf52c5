import { Button } from '@mantine/core';
import { useState } from 'react';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './jumbotron-page.module.css';
import { MoreJumbotrons } from './more-jumbotrons.tsx';

/** Two jumbotrons: one over the full width, one of eight columns. */
export function JumbotronPage() {
  const [isMore, setIsMore] = useState(false);
  return (
    <ShowcasePage title="Jumbotron" isTitleHidden>
      <section className={`${classes.jumbotron} ${classes.fluid}`}>
        <h2 className={classes.title}>Power where people wait</h2>
        <p className={classes.lead}>A wide opening without edges. It has room for one thought and nothing beside it.</p>
      </section>
      <Columns>
        <Column lg={8}>
          <section className={classes.jumbotron}>
            <h2 className={classes.title}>Hello, city</h2>
            <p className={classes.lead}>A simple opening that draws the eye to what is said first.</p>
            <hr className={classes.rule} />
            <p>Below the line there is room for how it works, before the reader is asked to go on.</p>
            {isMore ? (
              <p>Each outlet shows one short film, then charges. The owner is paid, and so is the current.</p>
            ) : null}
            <Button aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
              {isMore ? 'Show Less' : 'Learn More'}
            </Button>
          </section>
        </Column>
        <Column lg={4}>
          <section className={`${classes.jumbotron} ${classes.aside}`} aria-label="Beside it">
            <h2 className={classes.section}>When to use one</h2>
            <p>At the head of a page that has one thing to say. Two of them beside each other say nothing.</p>
          </section>
        </Column>
      </Columns>
      <MoreJumbotrons />
    </ShowcasePage>
  );
}
