import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { LiveTraffic } from '../live-traffic.tsx';
import { useIsMotionHeld } from './motion.tsx';
import classes from './widgets.module.css';

const DONE = 77;

/** An update in progress, and its traffic. */
export function UpdatePanel() {
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
