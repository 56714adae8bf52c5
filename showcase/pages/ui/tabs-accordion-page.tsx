import '@mantine/core/styles/Accordion.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/Accordion.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Accordion, Badge, Button, Menu, Tabs } from '@mantine/core';
import { IconBolt, IconChevronDown, IconCoin, IconMapPin, IconPlus, IconVideo } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { PressedNote, usePressed } from './pressed-note.tsx';
import classes from './tabs-accordion-page.module.css';

/** Three sets of tabs and two accordions. */
export function TabsAccordionPage() {
  return (
    <ShowcasePage title="Tabs & Accordion - **Components**">
      <Columns>
        <Column lg={6}>
          <DropdownTabs />
        </Column>
        <Column lg={6}>
          <SampleTabs label="Second set of tabs" first="Assumption" />
          <SampleTabs label="Third set of tabs" first="Basic" />
        </Column>
        <Column lg={6}>
          <SampleAccordion label="All closed at first" first={null} isTurning />
        </Column>
        <Column lg={6}>
          <SampleAccordion label="The middle one open at first" first="meters" />
        </Column>
        <MoreTabs />
      </Columns>
    </ShowcasePage>
  );
}

const ITEMS = [
  {
    key: 'films',
    title: 'Why does an outlet show films?',
    text: 'They pay for the current. A film that plays to its end is counted once, whatever happens to the line.',
  },
  {
    key: 'meters',
    title: 'How exact are the meters?',
    text: 'They send watt-hours with each charge. Where one is silent the network estimates, and says that it did.',
  },
  {
    key: 'owners',
    title: 'What does the owner receive?',
    text: 'A share of what each event earned, fixed on the day it happened. Nothing changes behind anyone’s back.',
  },
] as const;

type SampleAccordionProps = { label: string; first: string | null; isTurning?: boolean };

/** Three items, of which at most one is open (docs/specification.md#states). */
function SampleAccordion({ label, first, isTurning = false }: SampleAccordionProps) {
  const Icon = isTurning ? IconChevronDown : IconPlus;
  return (
    <section aria-label={label}>
      <Accordion
        variant="separated"
        defaultValue={first}
        disableChevronRotation={!isTurning}
        chevron={<Icon size={18} stroke={1.75} aria-hidden="true" />}
        order={2}
        classNames={{ item: classes.item ?? '', label: classes.itemTitle ?? '' }}
      >
        {ITEMS.map(({ key, title, text }) => (
          <Accordion.Item key={key} value={key}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>{text}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}

const PEOPLE = ['@fat', '@mdo'] as const;

/** Tabs with a dropdown for two panes. The dropdown is highlighted while one of these panes is shown. */
function DropdownTabs() {
  const [shown, setShown] = useState<string | null>('Basic');
  const isPerson = PEOPLE.some((person) => person === shown);
  return (
    <section className={classes.box} aria-label="First set of tabs">
      <Tabs value={shown} onChange={setShown} keepMounted={false}>
        <div className={classes.strip}>
          <Tabs.List aria-label="First set of tabs">
            <Tabs.Tab value="Basic">Basic</Tabs.Tab>
            <Tabs.Tab value="Assumption">Assumption</Tabs.Tab>
          </Tabs.List>
          <Menu position="bottom-start">
            <Menu.Target>
              <button type="button" className={classes.dropdown} data-active={isPerson}>
                {isPerson ? `Dropdown: ${shown}` : 'Dropdown'}
                <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {PEOPLE.map((person) => (
                <Menu.Item key={person} onClick={() => setShown(person)} aria-current={shown === person}>
                  {person}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </div>
        <Tabs.Panel value="Basic" className={classes.pane ?? ''}>
          <BasicPane />
        </Tabs.Panel>
        <Tabs.Panel value="Assumption" className={classes.pane ?? ''}>
          <AssumptionPane />
        </Tabs.Panel>
      </Tabs>
      {isPerson ? (
        <section className={classes.pane} aria-label={shown ?? ''}>
          <Pane title={`Written by ${shown}`}>Two people share the third place in this row of tabs.</Pane>
        </section>
      ) : null}
    </section>
  );
}

/** Three plain tabs. */
function SampleTabs({ label, first }: { label: string; first: 'Basic' | 'Assumption' }) {
  return (
    <section className={classes.box} aria-label={label}>
      <Tabs defaultValue={first} keepMounted={false}>
        <Tabs.List aria-label={label}>
          {['Basic', 'Assumption', 'Works'].map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {tab}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="Basic" className={classes.pane ?? ''}>
          <BasicPane />
        </Tabs.Panel>
        <Tabs.Panel value="Assumption" className={classes.pane ?? ''}>
          <AssumptionPane />
        </Tabs.Panel>
        <Tabs.Panel value="Works" className={classes.pane ?? ''}>
          <Pane title="It works">A third pane, shown when the third tab is chosen.</Pane>
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{children}</p>
    </>
  );
}

function BasicPane() {
  const [pressed, press] = usePressed();
  return (
    <>
      <Pane title="Tabs keep the page short">
        They stand for parts of which the reader needs one at a time. The arrow keys go from tab to tab.
      </Pane>
      <div className={classes.row}>
        <Button variant="default" onClick={() => press('Cancel')}>
          Cancel
        </Button>
        <Button onClick={() => press('Some button')}>Some button</Button>
      </div>
      <PressedNote pressed={pressed} />
    </>
  );
}

function AssumptionPane() {
  return (
    <Pane title="What is taken for granted">
      Whoever opens the second tab has read the first one. That is why nothing important may stand here alone.
    </Pane>
  );
}

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

/**
 * Tabs with icons, as pills, vertical and with counts; accordions with several open items, and an accordion without
 * borders.
 */
function MoreTabs() {
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
