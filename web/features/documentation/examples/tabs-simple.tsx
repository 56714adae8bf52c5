import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';

export function TabsSimple() {
  return (
    <Tabs defaultValue="today">
      <Tabs.List>
        <Tabs.Tab value="today">Today</Tabs.Tab>
        <Tabs.Tab value="week">This week</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="today" pt="md">
        Forty-one views so far.
      </Tabs.Panel>
      <Tabs.Panel value="week" pt="md">
        Three hundred and two views.
      </Tabs.Panel>
    </Tabs>
  );
}
