import '@mantine/core/styles/Card.layer.css';
import { Button, Card, Text } from '@mantine/core';

export function CardSimple() {
  return (
    <Card withBorder maw={360}>
      <Text fw={600}>Pier House Boston</Text>
      <Text c="dimmed" mt={4} mb="md">
        Eleven outlets, all of them online since Monday.
      </Text>
      <Button variant="light">Show on the map</Button>
    </Card>
  );
}
