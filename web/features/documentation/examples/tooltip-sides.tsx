import '@mantine/core/styles/Tooltip.layer.css';
import { Button, Group, Tooltip } from '@mantine/core';

export function TooltipSides() {
  return (
    <Group gap="xs">
      {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
        <Tooltip key={side} label={`On the ${side}`} position={side}>
          <Button variant="default">{side}</Button>
        </Tooltip>
      ))}
    </Group>
  );
}
