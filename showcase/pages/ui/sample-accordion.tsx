import '@mantine/core/styles/Accordion.layer.css';
import { Accordion } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import classes from './tabs-accordion-page.module.css';

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

/** Three items, at most one of them open (docs/specification.md#states). */
export function SampleAccordion({ label, first, isTurning = false }: SampleAccordionProps) {
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
