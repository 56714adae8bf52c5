import { Button, Group } from '@mantine/core';

export function ButtonTones() {
  return (
    <Group gap="xs">
      <Button>Primary</Button>
      <Button variant="default">Default</Button>
      <Button color="success">Success</Button>
      <Button color="warning">Warning</Button>
      <Button color="danger">Danger</Button>
    </Group>
  );
}
