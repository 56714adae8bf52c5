import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconPlus } from '@tabler/icons-react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './visits.module.css';
import type { STAT_PANELS } from './visits-sample-data.ts';

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, plus: IconPlus } as const;
const FILLED = 60;

/** Three figures, a progress bar and the trend. */
export function StatPanel({ title, facts, tone, trend, note }: (typeof STAT_PANELS)[number]) {
  const Icon = ICONS[trend];
  return (
    <Widget title={title} settings close>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Progress
        value={FILLED}
        size="sm"
        color={tone === 'primary' ? 'brand' : tone}
        aria-label={`${title}: ${FILLED}%`}
      />
      <p className={classes.trend} data-tone={tone}>
        <Icon size={16} aria-hidden="true" /> {note}
      </p>
    </Widget>
  );
}
