import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './analytics.module.css';
import { STATISTIC_PERIODS, type STATISTICS } from './analytics-sample-data.ts';

/** One product's figures. The period changes the label only, because the sample has no other figures. */
export function StatisticCard({ product, total, registrations, isUp, bounceRate, tone }: (typeof STATISTICS)[number]) {
  const [period, setPeriod] = useState<string>(STATISTIC_PERIODS[0]);
  const Arrow = isUp ? IconArrowUp : IconArrowDown;
  return (
    <Widget title={`Statistic **${product}**`} collapse close>
      <div className={classes.statisticHead}>
        <p className={classes.figure}>
          <span className={classes.tone} data-tone={tone} aria-hidden="true" />
          {total.toLocaleString('en-US')}
        </p>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              aria-label={`${period}: period of ${product}`}
            >
              {period}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {STATISTIC_PERIODS.map((each) => (
              <Menu.Item key={each} onClick={() => setPeriod(each)}>
                {each}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Registrations</dt>
          <dd>
            +{registrations} <Arrow size={14} role="img" aria-label={isUp ? 'rising' : 'falling'} />
          </dd>
        </div>
        <div>
          <dt>Bounce Rate</dt>
          <dd>
            {bounceRate}% <Arrow size={14} role="img" aria-label={isUp ? 'rising' : 'falling'} />
          </dd>
        </div>
      </dl>
    </Widget>
  );
}
