import '@mantine/core/styles/Badge.layer.css';
import { Badge, Group } from '@mantine/core';

const TONES = ['brand', 'info', 'success', 'warning', 'danger', 'secondary'];

export function BadgeTones() {
  return (
    <Group gap="xs">
      {TONES.map((tone) => (
        <Badge key={tone} color={tone} tt="none">
          {tone}
        </Badge>
      ))}
    </Group>
  );
}
