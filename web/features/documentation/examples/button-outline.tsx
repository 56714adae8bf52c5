import { Button, Group } from '@mantine/core';

export function ButtonOutline() {
  return (
    <Group gap="xs">
      <Button variant="outline">Outline</Button>
      <Button variant="light">Light</Button>
      <Button variant="subtle">Subtle</Button>
      <Button radius="xl">Rounded</Button>
    </Group>
  );
}
