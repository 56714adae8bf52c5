import { Button, Group } from '@mantine/core';

export function ButtonSizes() {
  return (
    <Group gap="xs">
      <Button size="lg">Large</Button>
      <Button>Default</Button>
      <Button size="xs">Small</Button>
      <Button disabled>Disabled</Button>
    </Group>
  );
}
