import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Breadcrumbs.layer.css';
import '@mantine/core/styles/NavLink.layer.css';
import '@mantine/core/styles/Pagination.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Stepper.layer.css';
import { Badge, Breadcrumbs, Button, Group, Menu, NavLink, Pagination, SegmentedControl, Stepper } from '@mantine/core';
import { IconBuilding, IconChartBar, IconChevronDown, IconMail, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './nav-page.module.css';

const BASE_CODE = `<SampleNav
  label="Base"
  look="plain"
  entries={[
    { label: 'Overview' },
    { label: 'Outlets' },
    { label: 'Venues' },
    { label: 'Archive', isDisabled: true },
  ]}
/>`;

const TABS_CODE = `<SampleNav
  label="Tabs"
  look="tabs"
  first="Today"
  entries={[
    { label: 'Today' },
    { label: 'Ranges', menu: ['This week', 'This month'] },
    { label: 'All time' },
    { label: 'Forecast', isDisabled: true },
  ]}
/>`;

type Entry = { label: string; isDisabled?: boolean; menu?: readonly string[] };

const BASE: readonly Entry[] = [
  { label: 'Overview' },
  { label: 'Outlets' },
  { label: 'Venues' },
  { label: 'Archive', isDisabled: true },
];
const WITH_DROPDOWN: readonly Entry[] = [
  { label: 'Today' },
  { label: 'Ranges', menu: ['This week', 'This month'] },
  { label: 'All time' },
  { label: 'Forecast', isDisabled: true },
];

/** Rows of links: plain, with a dropdown, as tabs and as pills. */
export function NavPage() {
  return (
    <ShowcasePage title="Nav">
      <Columns>
        <Column lg={6}>
          <Widget title="Base **Nav**" close collapse>
            <SampleNav label="Base" entries={BASE} look="plain" />
            <div className={classes.code}>
              <CodeBlock language="tsx" label="Code of the base nav" code={BASE_CODE} />
            </div>
            <h3 className={classes.heading}>With dropdown</h3>
            <SampleNav label="With dropdown" entries={WITH_DROPDOWN} look="plain" />
          </Widget>
        </Column>
        <Column lg={6}>
          <Widget title="Tabs **& Pills**" close collapse>
            <SampleNav label="Tabs" entries={WITH_DROPDOWN} look="tabs" first="Today" />
            <div className={classes.code}>
              <CodeBlock language="tsx" label="Code of the tabs" code={TABS_CODE} />
            </div>
            <h3 className={classes.heading}>Pills</h3>
            <SampleNav label="Pills" entries={WITH_DROPDOWN} look="pills" first="Today" />
          </Widget>
        </Column>
        <MoreNavs />
      </Columns>
    </ShowcasePage>
  );
}

type SampleNavProps = { label: string; entries: readonly Entry[]; look: 'plain' | 'tabs' | 'pills'; first?: string };

/** A row of entries, one of them current. A click makes another entry current. */
function SampleNav({ label, entries, look, first }: SampleNavProps) {
  const [current, setCurrent] = useState(first);
  return (
    <nav aria-label={label}>
      <ul className={`${classes.nav} ${classes[look]}`}>
        {entries.map((entry) => (
          <li key={entry.label}>
            {entry.menu === undefined ? (
              <button
                type="button"
                className={classes.link}
                disabled={entry.isDisabled}
                {...(current === entry.label ? { 'aria-current': true } : {})}
                onClick={() => setCurrent(entry.label)}
              >
                {entry.label}
              </button>
            ) : (
              <NavMenu entry={entry} choices={entry.menu} current={current} onChoose={setCurrent} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type NavMenuProps = {
  entry: Entry;
  choices: readonly string[];
  current: string | undefined;
  onChoose: (label: string) => void;
};

/** A dropdown with a heading, a disabled entry, an entry, a divider, and another entry. */
function NavMenu({ entry, choices, current, onChoose }: NavMenuProps) {
  const [one, other] = choices;
  const isCurrent = current !== undefined && choices.includes(current);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.link} {...(isCurrent ? { 'aria-current': true } : {})}>
          {isCurrent ? current : entry.label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{entry.label}</Menu.Label>
        <Menu.Item disabled>Yesterday</Menu.Item>
        <Menu.Item onClick={() => onChoose(one ?? entry.label)}>{one}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(other ?? entry.label)}>{other}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const SIDE = [
  { name: 'Figures', Icon: IconChartBar, count: 0 },
  { name: 'Venues', Icon: IconBuilding, count: 12 },
  { name: 'Letters', Icon: IconMail, count: 3 },
  { name: 'Settings', Icon: IconSettings, count: 0 },
] as const;
const STEPS = ['Place', 'Outlets', 'Keys', 'First charge'] as const;
const TREE = [
  { venue: 'Harbour hotel', places: ['Lobby', 'Conference floor'], isOpen: true },
  { venue: 'North terminal', places: ['Gate 12', 'Gate 14'], isOpen: false },
] as const;
const TRAIL = ['Network', 'Harbour hotel', 'Lobby', 'Outlet 4'] as const;

/** Vertical entries, a tree, steps, breadcrumbs, pages and segments. */
function MoreNavs() {
  return (
    <>
      <Column md={6} xl={4}>
        <Widget title="One **Below** the Other" close collapse>
          <SideNav />
        </Widget>
      </Column>
      <Column md={6} xl={4}>
        <Widget title="As a **Tree**" close collapse>
          <TreeNav />
        </Widget>
      </Column>
      <Column md={6} xl={4}>
        <Widget title="Segments and **Pages**" close collapse>
          <Segments />
          <h3 className={classes.heading}>Pages</h3>
          <Pages />
          <h3 className={classes.heading}>Trail</h3>
          <Trail />
        </Widget>
      </Column>
      <Column>
        <Widget title="Step by **Step**" close collapse>
          <Steps />
        </Widget>
      </Column>
    </>
  );
}

/** A tree of venues that open to show their places. A press on a place makes that place current. */
function TreeNav() {
  const [current, setCurrent] = useState<string>('Lobby');
  return (
    <nav aria-label="Tree">
      {TREE.map(({ venue, places, isOpen }) => (
        <NavLink key={venue} component="button" label={venue} defaultOpened={isOpen} childrenOffset={24}>
          {places.map((place) => (
            <NavLink
              key={place}
              component="button"
              label={place}
              active={current === place}
              variant="light"
              {...(current === place ? { 'aria-current': true } : {})}
              onClick={() => setCurrent(place)}
            />
          ))}
        </NavLink>
      ))}
    </nav>
  );
}

function SideNav() {
  const [current, setCurrent] = useState<string>('Venues');
  return (
    <nav aria-label="One below the other">
      {SIDE.map(({ name, Icon, count }) => (
        <NavLink
          key={name}
          component="button"
          label={name}
          active={current === name}
          variant="light"
          {...(current === name ? { 'aria-current': true } : {})}
          leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
          rightSection={count === 0 ? null : <Badge size="sm">{count}</Badge>}
          onClick={() => setCurrent(name)}
        />
      ))}
    </nav>
  );
}

function Segments() {
  const [range, setRange] = useState('Week');
  return (
    <>
      <SegmentedControl
        aria-label="Range"
        fullWidth
        value={range}
        onChange={setRange}
        data={['Day', 'Week', 'Month']}
      />
      <p className={classes.said} role="status">
        Shown: {range.toLowerCase()}
      </p>
    </>
  );
}

function Pages() {
  const [page, setPage] = useState(2);
  return (
    <Pagination
      total={5}
      value={page}
      onChange={setPage}
      size="md"
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
    />
  );
}

/** Breadcrumbs. A press returns to the pressed entry and removes the entries after it. */
function Trail() {
  const [depth, setDepth] = useState<number>(TRAIL.length);
  return (
    <nav aria-label="Trail">
      <Breadcrumbs>
        {TRAIL.slice(0, depth).map((name, index) => (
          <button
            key={name}
            type="button"
            className={classes.link}
            {...(index === depth - 1 ? { 'aria-current': 'page' } : {})}
            onClick={() => setDepth(index === 0 && depth === 1 ? TRAIL.length : index + 1)}
          >
            {name}
          </button>
        ))}
      </Breadcrumbs>
    </nav>
  );
}

function Steps() {
  const [step, setStep] = useState(1);
  return (
    <>
      <Stepper active={step} onStepClick={setStep} size="sm" aria-label="A new place">
        {STEPS.map((name, index) => (
          <Stepper.Step key={name} label={name} description={`Step ${index + 1}`} />
        ))}
        <Stepper.Completed>
          <p>All done: the first charge has been counted.</p>
        </Stepper.Completed>
      </Stepper>
      <Group mt="md" gap="sm">
        <Button variant="default" disabled={step === 0} onClick={() => setStep(step - 1)}>
          Back
        </Button>
        <Button disabled={step === STEPS.length} onClick={() => setStep(step + 1)}>
          Next step
        </Button>
      </Group>
    </>
  );
}
