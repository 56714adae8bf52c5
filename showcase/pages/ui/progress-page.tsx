import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './progress-page.module.css';

type BarProps = {
  value: number;
  color?: string;
  text?: string;
  size?: 'sm' | 'md' | 'lg';
  stripes?: 'still' | 'moving';
};

const STRIPED = [
  { value: 10, color: 'brand' },
  { value: 25, color: 'info' },
  { value: 50, color: 'success' },
  { value: 75, color: 'warning' },
  { value: 100, color: 'danger' },
] as const;

/** Progress bars. */
export function ProgressPage() {
  return (
    <ShowcasePage title="Progress">
      <Columns>
        <Panel title="Progress **Example**">
          {[25, 50, 75, 100].map((value) => (
            <Bar key={value} value={value} />
          ))}
        </Panel>
        <Panel title="Progress **Backgrounds**">
          <Bar value={25} color="info" />
          <Bar value={50} color="warning" />
          <Bar value={75} color="danger" />
          <Bar value={100} color="success" />
        </Panel>
        <Panel title="Progress **Labels**">
          <Bar value={25} text="25%" size="lg" />
          <Bar value={100} color="danger" text="Something went wrong" size="lg" />
          <Bar value={100} color="success" text="All done" size="lg" />
        </Panel>
        <Panel title="Progress **Size**">
          <Bar value={25} size="sm" />
          <Bar value={50} color="danger" />
          <Bar value={75} color="success" size="lg" />
        </Panel>
        <Column>
          <StripedPanel />
        </Column>
      </Columns>
    </ShowcasePage>
  );
}

/** Bars with static stripes, and bars whose stripes move until the user stops them (WCAG 2.2.2). */
function StripedPanel() {
  const [isMoving, setIsMoving] = useState(true);
  return (
    <Widget title="**Striped** Progress" close collapse>
      <Columns>
        <Column md={6}>
          <div className={classes.bars}>
            {STRIPED.map((bar) => (
              <Bar key={bar.value} {...bar} stripes="still" />
            ))}
          </div>
        </Column>
        <Column md={6}>
          <div className={classes.bars}>
            {STRIPED.map(({ value }, position) => (
              <Bar
                key={value}
                value={value}
                color={STRIPED.at(-1 - position)?.color ?? 'brand'}
                stripes={isMoving ? 'moving' : 'still'}
              />
            ))}
          </div>
        </Column>
      </Columns>
      <Button className={classes.stop ?? ''} variant="default" size="xs" onClick={() => setIsMoving(!isMoving)}>
        {isMoving ? 'Stop the stripes' : 'Move the stripes'}
      </Button>
    </Widget>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Column lg={6}>
      <Widget title={title} close collapse>
        <div className={classes.bars}>{children}</div>
      </Widget>
    </Column>
  );
}

const HEIGHTS = { sm: 6, md: 16, lg: 24 } as const;

function Bar({ value, color = 'brand', text, size = 'md', stripes }: BarProps) {
  return (
    <Progress.Root size={HEIGHTS[size]} radius="sm" className={classes.track ?? ''}>
      <Progress.Section
        value={value}
        color={color}
        striped={stripes !== undefined}
        animated={stripes === 'moving'}
        aria-label={text ?? `${value} percent`}
      >
        {text === undefined ? null : <Progress.Label>{text}</Progress.Label>}
      </Progress.Section>
    </Progress.Root>
  );
}
