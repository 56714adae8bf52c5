import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Button, Menu, Tabs } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PressedNote, usePressed } from './pressed-note.tsx';
import classes from './tabs-accordion-page.module.css';

const PEOPLE = ['@fat', '@mdo'] as const;

/** Tabs with a dropdown for two panes; the dropdown is highlighted while one of them is shown. */
export function DropdownTabs() {
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
export function SampleTabs({ label, first }: { label: string; first: 'Basic' | 'Assumption' }) {
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
