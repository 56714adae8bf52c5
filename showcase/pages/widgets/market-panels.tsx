import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { IconHeart, IconMessage, IconShare } from '@tabler/icons-react';
import { Widget } from '../../../web/ui/widget.tsx';
import { TrendLine } from '../../ui/charts/trend-line.tsx';
import classes from './widgets.module.css';
import { NASDAQ, SERVER_BARS } from './widgets-sample-data.ts';

export function NasdaqPanel() {
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

export function GreenPromo() {
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

export function BluePromo() {
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

export function ServerPanel() {
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
