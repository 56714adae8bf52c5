import '@mantine/core/styles/Accordion.layer.css';
import { Accordion } from '@mantine/core';

export function AccordionSimple() {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="who">
        <Accordion.Control>Who owns an outlet?</Accordion.Control>
        <Accordion.Panel>The customer that owns its venue, from a given date.</Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="what">
        <Accordion.Control>What does it report?</Accordion.Control>
        <Accordion.Panel>Views, clicks, burns and heartbeats.</Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
