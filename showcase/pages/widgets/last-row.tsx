import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { Echart } from '../../ui/charts/echart.tsx';
import { MiniBars } from '../../ui/charts/mini-bars.tsx';
import { Column } from '../../ui/columns.tsx';
import { useIsMotionHeld } from './motion.tsx';
import { VerticalSlides } from './vertical-slides.tsx';
import classes from './widgets.module.css';
import { CHANGE_BARS, CHANGES, PROMOS, TESTIMONIALS } from './widgets-sample-data.ts';

/** Duration of a full flip cycle in milliseconds. The card flips after each half. */
const FLIP_LOOP_MS = 10_000;
const CARD_HEIGHT = 375;

function PromoSlides() {
  return (
    <Widget label="Promotions" flush className={classes.red ?? ''}>
      <VerticalSlides
        label="Two promotions in turn"
        height={CARD_HEIGHT}
        slides={PROMOS.map(({ title, text, action }) => ({
          key: title,
          content: (
            <div className={classes.promoSlide}>
              <h2 className={classes.place}>{title}</h2>
              <p>{text}</p>
              <Button variant="default" onClick={() => void showToast({ kind: 'info', message: `${title}: ${text}` })}>
                {action}
              </Button>
            </div>
          ),
        }))}
      />
    </Widget>
  );
}

function Testimonials() {
  return (
    <Widget label="Testimonials" flush className={classes.blue ?? ''}>
      <VerticalSlides
        label="Two testimonials in turn"
        height={CARD_HEIGHT}
        slides={TESTIMONIALS.map(({ quote, name }) => ({
          key: name,
          content: (
            <figure className={classes.testimonial}>
              <blockquote>{quote}</blockquote>
              <figcaption>{name}</figcaption>
            </figure>
          ),
        }))}
      />
    </Widget>
  );
}

function FlipCard() {
  const isHeld = useIsMotionHeld();
  const [isBack, setBack] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const frontButton = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  // The hidden side becomes inert, so the focus moves to the visible side.
  const turn = (toBack: boolean) => {
    flushSync(() => setBack(toBack));
    (toBack ? backButton : frontButton).current?.focus();
  };
  useEffect(() => {
    if (isHeld) setBack(false);
  }, [isHeld]);
  useEffect(() => {
    if (isHeld || isTouched) return;
    const timer = setInterval(() => setBack((before) => !before), FLIP_LOOP_MS / 2);
    return () => clearInterval(timer);
  }, [isHeld, isTouched]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the card pauses while the pointer is over it
    <div
      className={classes.flip}
      data-back={isBack || undefined}
      data-held={isHeld || undefined}
      onPointerEnter={() => setTouched(true)}
      onPointerLeave={() => {
        setTouched(false);
        if (isHeld) setBack(false);
      }}
      onFocus={() => setTouched(true)}
      onBlur={() => setTouched(false)}
    >
      <section className={classes.face} aria-label="Front of the card" inert={isBack}>
        <h2 className={classes.place}>A card with two sides</h2>
        <p>It turns by itself, or when you want it to.</p>
        <Button ref={frontButton} variant="default" onClick={() => turn(true)} onPointerEnter={() => setBack(true)}>
          Hover over me!
        </Button>
      </section>
      <section className={classes.face} data-side="back" aria-label="Back of the card" inert={!isBack}>
        <h2 className={classes.place}>You found the back</h2>
        <p>Every venue has a side that guests never see: ours is the wall behind the sofa.</p>
        <Button
          ref={backButton}
          variant="default"
          onClick={() => {
            turn(false);
            void showToast({ kind: 'success', message: 'Welcome. You joined the sample card.' });
          }}
        >
          Join now!
        </Button>
      </section>
    </div>
  );
}

/** Slides, a chart, testimonials and a flip card (docs/sample-pages.md#widgets, row 6). */
export function LastRow() {
  return (
    <>
      <Column md={6} xl={3}>
        <PromoSlides />
      </Column>
      <Column md={6} xl={3}>
        <ChangesPanel />
      </Column>
      <Column md={6} xl={3}>
        <Testimonials />
      </Column>
      <Column md={6} xl={3}>
        <FlipCard />
      </Column>
    </>
  );
}

/** A header with 32 bars and a line, and the day's figures. */
function ChangesPanel() {
  return (
    <Widget title="changes" reload close>
      <div className={classes.changesHead}>
        <Echart
          load={() => import('./widgets-echarts.ts')}
          label="Mixed chart: 32 bars of rain and a line of humidity."
          height={100}
          twin={() => ({
            head: ['Place', 'pop', 'humidity'],
            rows: CHANGES.map(({ pop, humidity }, index) => [index + 1, pop, humidity]),
          })}
          option={(look) => ({
            grid: { left: 0, right: 0, top: 4, bottom: 0 },
            tooltip: { trigger: 'axis' },
            xAxis: { type: 'category', show: false, data: CHANGES.map((_, index) => index + 1) },
            yAxis: { type: 'value', show: false, max: 100 },
            series: [
              {
                name: 'pop',
                type: 'bar',
                data: CHANGES.map(({ pop }) => pop),
                itemStyle: { color: 'rgba(255, 255, 255, 0.45)', borderRadius: [2, 2, 0, 0] },
              },
              {
                name: 'humidity',
                type: 'line',
                smooth: true,
                showSymbol: false,
                data: CHANGES.map(({ humidity }) => humidity),
                lineStyle: { width: 2, color: '#fff' },
                itemStyle: { color: look.surface },
              },
            ],
          })}
        />
      </div>
      <div className={classes.split}>
        <span className={classes.figure}>
          58 <small>+2.1% since the morning</small>
        </span>
        <MiniBars label="The last eight readings" values={CHANGE_BARS} width={96} height={32} series={4} />
      </div>
      <p className={classes.sub}>Harbour station, 10:42</p>
      <dl className={classes.facts}>
        {[
          ['Shares Traded', '4.8M'],
          ['Market Cap', '7.2B'],
          ['Yearly Change', '+21.4%'],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Widget>
  );
}
