import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './alerts-page.module.css';

type Tone = 'success' | 'info' | 'warning' | 'danger';

const SAMPLES: readonly { tone: Tone; icon: TablerIcon; word: string; text: string }[] = [
  { tone: 'success', icon: IconCircleCheck, word: 'Done:', text: 'the firmware of 14 outlets is up to date.' },
  { tone: 'info', icon: IconInfoCircle, word: 'Note:', text: 'statements are sent on the first day of a month.' },
  { tone: 'warning', icon: IconAlertTriangle, word: 'Careful:', text: 'two outlets report more heat than usual.' },
  { tone: 'danger', icon: IconCircleX, word: 'Stopped:', text: 'one outlet switched itself off.' },
];

type Look = 'filled' | 'transparent';
const PANELS: readonly { title: string; look: (position: number) => Look; isRound: boolean }[] = [
  { title: 'Alert **Messages**', look: () => 'filled', isRound: false },
  { title: 'Transparent **Alerts**', look: () => 'transparent', isRound: false },
  { title: 'Rounded **Alerts**', look: (position) => (position % 2 === 0 ? 'transparent' : 'filled'), isRound: true },
];

/** Dismissible alerts in four tones, and two with additional content. */
export function AlertsPage() {
  return (
    <ShowcasePage title="Alerts">
      <Columns>
        {PANELS.map(({ title, look, isRound }) => (
          <Column key={title} lg={6}>
            <Widget title={title} close collapse>
              <SampleAlerts look={look} isRound={isRound} />
            </Widget>
          </Column>
        ))}
        <Column lg={6}>
          <Widget title="Additional **Content**" close collapse>
            <AdditionalContent />
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}

function SampleAlerts({ look, isRound }: { look: (position: number) => Look; isRound: boolean }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<Tone>>(new Set());
  const { place, change } = useKeptFocus<HTMLDivElement>();
  const shown = SAMPLES.map((sample, position) => ({ ...sample, look: look(position) })).filter(
    ({ tone }) => !dismissed.has(tone),
  );
  return (
    <div className={classes.alerts} {...place}>
      {shown.length === 0 ? <p className={classes.none}>All alerts are dismissed.</p> : null}
      {shown.map(({ tone, icon: Icon, word, text, look: own }) => (
        <Alert
          key={tone}
          color={tone}
          variant={own === 'filled' ? 'filled' : 'light'}
          radius={isRound ? 'xl' : 'md'}
          icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
          role={tone === 'danger' ? 'group' : undefined}
          aria-label={tone}
          withCloseButton
          closeButtonLabel={`Dismiss the ${tone} alert`}
          onClose={() => change(() => setDismissed(new Set([...dismissed, tone])))}
        >
          <strong>{word}</strong> {text}
          {tone === 'danger' ? <DangerActions isFilled={own === 'filled'} /> : null}
        </Alert>
      ))}
    </div>
  );
}

/** Two small buttons in the alert's line. The result replaces the buttons. */
function DangerActions({ isFilled }: { isFilled: boolean }): ReactNode {
  const [answer, setAnswer] = useState<string | null>(null);
  const { place, change } = useKeptFocus<HTMLSpanElement>();
  if (answer !== null)
    return (
      <span role="status" {...place}>
        {' '}
        {answer}
      </span>
    );
  const look = isFilled ? { variant: 'white', color: 'danger' } : { variant: 'outline', color: 'danger' };
  return (
    <span className={classes.actions}>
      <Button size="compact-xs" {...look} onClick={() => change(() => setAnswer('A technician is on the way.'))}>
        Send a technician
      </Button>
      <Button size="compact-xs" {...look} onClick={() => change(() => setAnswer('It stays off until tomorrow.'))}>
        Later
      </Button>
    </span>
  );
}

function AdditionalContent() {
  return (
    <div className={classes.alerts}>
      <Alert color="success" variant="light">
        <h3 className={classes.heading}>Well done</h3>
        <p>Every venue on the pier has reported within the last hour, which has not happened before this season.</p>
        <hr className={classes.rule} />
        <p>The next look at the meters is due when the season ends.</p>
      </Alert>
      <Alert color="danger" variant="light">
        <h3 className={classes.heading}>One thing is missing</h3>
        <p>The contract of the north hall has no price from next month on; events after that day cannot be priced.</p>
      </Alert>
    </div>
  );
}
