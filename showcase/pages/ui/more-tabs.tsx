import '@mantine/core/styles/Accordion.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Accordion, Badge, Tabs } from '@mantine/core';
import { IconBolt, IconCoin, IconMapPin, IconVideo } from '@tabler/icons-react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column } from '../../ui/columns.tsx';
import classes from './tabs-accordion-page.module.css';

const OUTLET = [
  { key: 'place', label: 'Place', Icon: IconMapPin, text: 'Beside the third pillar, between the benches.' },
  { key: 'films', label: 'Films', Icon: IconVideo, text: 'Four run today; the shortest takes six seconds.' },
  { key: 'meter', label: 'Meter', Icon: IconBolt, text: 'It reports watt-hours with every charge.' },
  { key: 'earned', label: 'Earned', Icon: IconCoin, text: 'Each event’s share is fixed on the day it happened.' },
] as const;

type Question = { readonly key: string; readonly question: string; readonly answer: string };
const OF_OWNERS: readonly Question[] = [
  {
    key: 'cost',
    question: 'What does it cost to begin?',
    answer: 'Nothing but the hour it takes to put it on the wall.',
  },
  { key: 'choice', question: 'Who chooses the films?', answer: 'Sponsors offer them; a category can be refused.' },
  { key: 'paid', question: 'When is it paid?', answer: 'Once a month, with every event behind the sum.' },
];
const OF_SPONSORS: readonly Question[] = [
  {
    key: 'counted',
    question: 'What is counted?',
    answer: 'A film that was shown, a press on it, and one that played to its end.',
  },
  { key: 'line', question: 'What if the line fails?', answer: 'The outlet reports later. Nothing counts twice.' },
  { key: 'where', question: 'Where does it run?', answer: 'Wherever the flight may: everywhere, or at chosen places.' },
];

/** Tabs with icons, as pills, vertical and with counts; accordions with several open items, and one without borders. */
export function MoreTabs() {
  return (
    <>
      <Column lg={6}>
        <Widget title="Tabs with **Icons**" close collapse>
          <OutletTabs label="Tabs with icons" look="default" />
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Tabs as **Pills**" close collapse>
          <OutletTabs label="Tabs as pills" look="pills" />
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Tabs at the **Side**" close collapse>
          <OutletTabs label="Tabs at the side" look="default" isVertical />
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Tabs with **Counts**" close collapse>
          <Tabs defaultValue="late" variant="outline" keepMounted={false}>
            <Tabs.List aria-label="Tabs with counts" grow>
              <Tabs.Tab value="online" rightSection={<Badge size="sm">{42}</Badge>}>
                Online
              </Tabs.Tab>
              <Tabs.Tab
                value="late"
                rightSection={
                  <Badge size="sm" color="warning">
                    3
                  </Badge>
                }
              >
                Late
              </Tabs.Tab>
              <Tabs.Tab value="retired" disabled>
                Retired
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="online" className={classes.pane ?? ''}>
              <p className={classes.text}>Forty-two outlets reported within fifteen minutes.</p>
            </Tabs.Panel>
            <Tabs.Panel value="late" className={classes.pane ?? ''}>
              <p className={classes.text}>Three are late: two in the lobby, one at gate 14.</p>
            </Tabs.Panel>
          </Tabs>
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Several **Open**" close collapse>
          <Accordion multiple variant="contained" defaultValue={['cost', 'paid']} order={3}>
            <Questions questions={OF_OWNERS} />
          </Accordion>
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Without **Edges**" close collapse>
          <Accordion chevronPosition="left" defaultValue="line" order={3}>
            <Questions questions={OF_SPONSORS} />
          </Accordion>
        </Widget>
      </Column>
    </>
  );
}

const Questions = ({ questions }: { questions: readonly Question[] }) =>
  questions.map(({ key, question, answer }) => (
    <Accordion.Item key={key} value={key}>
      <Accordion.Control>{question}</Accordion.Control>
      <Accordion.Panel>{answer}</Accordion.Panel>
    </Accordion.Item>
  ));

function OutletTabs({
  label,
  look,
  isVertical = false,
}: {
  label: string;
  look: 'default' | 'pills';
  isVertical?: boolean;
}) {
  return (
    <Tabs
      defaultValue={OUTLET[0].key}
      variant={look}
      orientation={isVertical ? 'vertical' : 'horizontal'}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Tabs.List aria-label={label}>
        {OUTLET.map(({ key, label: name, Icon }) => (
          <Tabs.Tab key={key} value={key} leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {OUTLET.map(({ key, text }) => (
        <Tabs.Panel key={key} value={key} className={classes.pane ?? ''}>
          <p className={classes.text}>{text}</p>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
