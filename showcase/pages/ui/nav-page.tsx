import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { MoreNavs } from './more-navs.tsx';
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
    <ShowcasePage title="Nav" isTitleHidden>
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

/** A row of entries with a current one; a click changes it. */
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

/** The dropdown: a heading, a disabled entry, an entry, a divider, another entry. */
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
