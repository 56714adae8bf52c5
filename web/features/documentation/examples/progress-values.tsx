import '@mantine/core/styles/Progress.layer.css';
import { Progress, Stack } from '@mantine/core';

export function ProgressValues() {
  return (
    <Stack gap="sm">
      <Progress value={25} aria-label="25 percent" />
      <Progress value={50} color="success" aria-label="50 percent" />
      <Progress value={75} color="warning" size="lg" aria-label="75 percent" />
    </Stack>
  );
}
