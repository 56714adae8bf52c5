import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Column, Columns } from '../../ui/columns.tsx';
import { DrawnScene } from '../drawn-scene.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './jumbotron-page.module.css';
import { PressedNote, usePressed } from './pressed-note.tsx';

/** Two jumbotrons: one at full width, one eight columns wide. */
export function JumbotronPage() {
  const [isMore, setIsMore] = useState(false);
  return (
    <ShowcasePage title="Jumbotron">
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

const FACTS = [
  ['1,222', 'outlets'],
  ['26', 'cities'],
  ['94%', 'in contact'],
] as const;

/** Jumbotrons over a picture, on the theme color, with a form, and with figures. */
function MoreJumbotrons() {
  return (
    <>
      <section className={`${classes.jumbotron} ${classes.pictured}`} aria-label="Before a picture">
        <DrawnScene kind="night" className={classes.behind ?? ''} />
        <div className={classes.front}>
          <h2 className={classes.title}>The last light in the valley</h2>
          <p className={classes.lead}>Twenty outlets in the mountain hut, and not one dark headlamp until morning.</p>
          <TwoActions />
        </div>
      </section>
      <Columns>
        <Column lg={6}>
          <section className={`${classes.jumbotron} ${classes.brand}`} aria-label="On the theme colour">
            <h2 className={classes.title}>Put an outlet where people wait</h2>
            <p className={classes.lead}>They charge, they watch, you earn. It takes an hour and four screws.</p>
            <dl className={classes.facts}>
              {FACTS.map(([figure, name]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          </section>
        </Column>
        <Column lg={6}>
          <section className={`${classes.jumbotron} ${classes.centred}`} aria-label="With a form">
            <h2 className={classes.title}>One letter a month</h2>
            <p className={classes.lead}>New places, new figures, and one socket of note.</p>
            <LetterForm />
          </section>
        </Column>
      </Columns>
    </>
  );
}

function TwoActions() {
  const [pressed, press] = usePressed();
  return (
    <>
      <div className={classes.acts}>
        <Button onClick={() => press('Plan a visit')}>Plan a visit</Button>
        <Button variant="white" color="ink" onClick={() => press('See the figures')}>
          See the figures
        </Button>
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}

/** Confirms the input. A sample page sends nothing. */
function LetterForm() {
  const [sentTo, setSentTo] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSentTo(String(new FormData(event.currentTarget).get('email') ?? ''));
  };
  return (
    <form className={classes.letter} onSubmit={submit}>
      <TextInput
        type="email"
        name="email"
        required
        aria-label="Email for the letter"
        placeholder="you@example.com"
        autoComplete="off"
      />
      <Button type="submit">Subscribe</Button>
      <p role="status">{sentTo === '' ? 'A sample: no letter is sent.' : `${sentTo} would be on the list now.`}</p>
    </form>
  );
}
