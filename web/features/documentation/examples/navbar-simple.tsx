import { Button, Group, Paper, Text } from '@mantine/core';

export function NavbarSimple() {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Text fw={600}>Voltboard</Text>
        <Group gap={4}>
          <Button variant="subtle">Home</Button>
          <Button variant="subtle">Features</Button>
          <Button variant="subtle">Pricing</Button>
        </Group>
      </Group>
    </Paper>
  );
}
