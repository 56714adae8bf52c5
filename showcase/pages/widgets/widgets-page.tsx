import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, TextInput } from '@mantine/core';
import {
  IconArrowUpRight,
  IconHeart,
  IconMessage,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { TrendLine } from '../../ui/charts/trend-line.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { useSentText } from '../../ui/use-sent-text.ts';
import { AvatarMark } from '../avatar-mark.tsx';
import { LiveTraffic } from '../live-traffic.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { YearMapPanel } from '../year-map-panel.tsx';
import { AreaPanels } from './area-panels.tsx';
import { FieldsDrawing, HarbourDrawing } from './drawings.tsx';
import { LastRow } from './last-row.tsx';
import { MetricTiles } from './metric-tiles.tsx';
import { MotionHold, useIsMotionHeld } from './motion.tsx';
import { PostCard } from './post-card.tsx';
import { WeatherIcon } from './weather-icon.tsx';
import classes from './widgets.module.css';
import { CHATS, FORECASTS, NASDAQ, SERVER_BARS } from './widgets-sample-data.ts';

/** Twenty-four panels (docs/sample-pages.md#widgets). The user can pause all automatic motion. */
export function WidgetsPage() {
  const [isHeld, setHeld] = useState(false);
  const Icon = isHeld ? IconPlayerPlay : IconPlayerPause;
  return (
    <ShowcasePage
      title="Widgets"
      lead={
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden="true" />}
          aria-pressed={isHeld}
          onClick={() => setHeld(!isHeld)}
        >
          Pause what moves
        </Button>
      }
    >
      <MotionHold isHeld={isHeld}>
        <Columns>
          <MetricTiles />
          <AreaPanels />
          <PostsRow />
          <Column lg={6}>
            <WeatherPhoto />
            <ForecastPanel />
            <Columns>
              <Column sm={6}>
                <FridayTile />
              </Column>
              <Column sm={6}>
                <SundayTile />
              </Column>
            </Columns>
          </Column>
          <Column lg={6}>
            <Columns>
              <Column sm={6}>
                <NasdaqPanel />
              </Column>
              <Column sm={6}>
                <GreenPromo />
              </Column>
              <Column sm={6}>
                <BluePromo />
              </Column>
              <Column sm={6}>
                <ServerPanel />
              </Column>
            </Columns>
          </Column>
          <Column>
            <YearMapPanel />
          </Column>
          <Column lg={6}>
            <ChatsPanel />
          </Column>
          <Column lg={6}>
            <UpdatePanel />
          </Column>
          <LastRow />
        </Columns>
      </MotionHold>
    </ShowcasePage>
  );
}

const DONE = 77;

/** An update in progress, and its traffic. */
function UpdatePanel() {
  const isHeld = useIsMotionHeld();
  const [isTracked, setTracked] = useState(false);
  const [isPaused, setPaused] = useState(false);
  return (
    <Widget title="Recent **Update**" collapse close>
      <div className={classes.split}>
        <span className={classes.figure}>{DONE}%</span>
        <span className={classes.sub}>{isPaused ? 'Paused' : '2 minutes remaining'}</span>
      </div>
      <Progress value={DONE} size="sm" aria-label={`Update: ${DONE}%`} />
      <p className={classes.trend}>
        <IconArrowUpRight size={16} aria-hidden="true" /> 4% faster than the last one
      </p>
      <div className={classes.buttons}>
        <Button
          variant={isTracked ? 'filled' : 'default'}
          aria-pressed={isTracked}
          onClick={() => setTracked(!isTracked)}
        >
          Track
        </Button>
        <Button variant="default" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          Pause
        </Button>
      </div>
      <p role="status" className={classes.sub}>
        {isTracked ? 'You will hear when the update is done.' : ''}
      </p>
      <LiveTraffic height={130} isHeld={isPaused || isHeld} />
    </Widget>
  );
}

/** A chat between two people. Sent text is added at the end. */
function ChatsPanel() {
  const [chats, setChats] = useState(CHATS);
  const list = useRef<HTMLElement>(null);
  const count = chats.length;
  useEffect(() => {
    if (count > CHATS.length) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  const { field, onSubmit } = useSentText((text) =>
    setChats([...chats, { id: chats.length + 1, name: 'You', tone: 1, text, isOwn: true }]),
  );
  return (
    <Widget title="Recent **Chats**" collapse close>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard */}
      <section className={classes.chats} ref={list} tabIndex={0} aria-label="Messages">
        <ul aria-live="polite">
          {chats.map(({ id, name, tone, text, isOwn }) => (
            <li key={id} data-own={isOwn || undefined}>
              <AvatarMark name={name} tone={tone} size={32} />
              <span className={classes.bubble}>
                <b>{name}</b>
                {text}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <form className={classes.send} onSubmit={onSubmit}>
        <TextInput
          className={classes.grow ?? ''}
          aria-label="Your message"
          placeholder="Your message"
          autoComplete="off"
          maxLength={500}
          {...field}
        />
        <Button type="submit">Send</Button>
      </form>
    </Widget>
  );
}

/** Three posts: a colored banner, a picture, and the author on top (docs/sample-pages.md#widgets, row 3). */
function PostsRow() {
  return (
    <>
      <Column md={6} xl={4}>
        <PostCard
          label="Post of Lea Moritz"
          author="Lea Moritz"
          tone={4}
          when="Field team"
          banner="success"
          bannerTitle="Ten thousand charges in a day"
          tags={['Milestone']}
          text="Yesterday the network passed ten thousand charges between midnight and midnight for the first time."
          likes={12}
          comments={[{ name: 'Sam Okoro', text: 'And no outlet was down. Well done!' }]}
        />
      </Column>
      <Column md={6} xl={4}>
        <PostCard
          label="Post of Nadia Ferro"
          author="Nadia Ferro"
          tone={5}
          when="Venues"
          banner={<HarbourDrawing />}
          tags={['Harbour', 'New venue']}
          text="The ferry terminal is live: twelve outlets along the waiting hall, with a view."
          likes={427}
          commentCount={98}
        />
      </Column>
      <Column md={6} xl={4}>
        <PostCard
          label="Post of Jon Ásgeir"
          author="Jon Ásgeir"
          tone={2}
          when="Campaigns"
          isAuthorFirst
          banner="danger"
          bannerTitle="Spring campaigns close on Friday"
          tags={['Deadline']}
          text="Sponsors who want the morning hours at airports should send their creatives before noon."
          likes={31}
        />
      </Column>
    </>
  );
}

function NasdaqPanel() {
  return (
    <Widget title="Nasdaq" collapse close>
      <p className={classes.figure}>
        $ 1,408 <small>Last sale: 2 min ago</small>
      </p>
      <TrendLine
        label="Price of the last five sales"
        values={NASDAQ}
        height={70}
        isSmooth={false}
        token="--vb-series-4"
      />
    </Widget>
  );
}

function GreenPromo() {
  return (
    <Widget label="Promotion of the month" bodyClassName={classes.filled ?? ''} className={classes.green ?? ''}>
      <p className={classes.promoText}>“The outlet beside the window table paid for itself in nine weeks.”</p>
      <ul className={classes.counts}>
        <li>
          <IconHeart size={16} role="img" aria-label="Likes" /> 83
        </li>
        <li>
          <IconMessage size={16} role="img" aria-label="Comments" /> 96
        </li>
        <li>
          <IconShare size={16} role="img" aria-label="Shares" /> 7
        </li>
      </ul>
    </Widget>
  );
}

function BluePromo() {
  return (
    <Widget label="Promotion of the week" bodyClassName={classes.filled ?? ''} className={classes.blue ?? ''}>
      <p className={classes.promoText}>A free survey for every venue that writes before the end of the week.</p>
      <ul className={classes.counts}>
        <li>214 likes</li>
        <li>96 comments</li>
      </ul>
    </Widget>
  );
}

function ServerPanel() {
  return (
    <Widget title="Server **Overview**" collapse close>
      {SERVER_BARS.map(({ name, percent, text, tone }) => (
        <div key={name} className={classes.serverRow}>
          <span className={classes.serverName}>{name}</span>
          <Progress value={percent} color={tone} size="sm" aria-label={`${name}: ${text}`} />
          <span className={classes.sub}>{text}</span>
        </div>
      ))}
    </Widget>
  );
}

/** Place, time and current weather in front of a picture. */
function WeatherPhoto() {
  return (
    <Widget label="Weather now" flush>
      <div className={classes.photo}>
        <FieldsDrawing />
        <div className={classes.photoText}>
          <h2 className={classes.place}>Oslo</h2>
          <p>10:45 · Monday, sunny</p>
          <p className={classes.degrees}>
            <WeatherIcon kind="clear-day" size={56} /> 29°
          </p>
        </div>
      </div>
    </Widget>
  );
}

function ForecastPanel() {
  return (
    <Widget label="Forecast of four days">
      <ul className={classes.forecasts}>
        {FORECASTS.map(({ day, kind, degrees }) => (
          <li key={day}>
            <span className={classes.sub}>{day}</span>
            <WeatherIcon kind={kind} size={44} />
            <b>{degrees}°</b>
          </li>
        ))}
      </ul>
    </Widget>
  );
}

function FridayTile() {
  return (
    <Widget label="Friday" bodyClassName={classes.tinted ?? ''}>
      <div className={classes.dayTile}>
        <div>
          <h2 className={classes.tileTitle}>Friday</h2>
          <p className={classes.figure}>33°</p>
        </div>
        <WeatherIcon kind="clear-day" size={56} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>WIND</dt>
          <dd>4 MPS</dd>
        </div>
        <div>
          <dt>RAIN</dt>
          <dd>52 MM</dd>
        </div>
      </dl>
    </Widget>
  );
}

function SundayTile() {
  return (
    <Widget label="Sunday">
      <div className={classes.dayTile}>
        <div>
          <h2 className={classes.tileTitle}>Sunday</h2>
          <p className={classes.figure}>20°</p>
        </div>
        <WeatherIcon kind="rain" size={56} />
      </div>
    </Widget>
  );
}
