import '@mantine/core/styles/Badge.layer.css';
import { Badge, Button } from '@mantine/core';

export function BadgePills() {
  return (
    <Button
      variant="default"
      rightSection={
        <Badge color="danger" circle>
          4
        </Badge>
      }
    >
      Notifications
    </Button>
  );
}
