import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';

export function ProgressStriped() {
  return <Progress value={60} striped animated size="xl" aria-label="60 percent" />;
}
