import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';

export function AlertDismissible() {
  const [isShown, setIsShown] = useState(true);
  if (!isShown)
    return (
      <Button variant="default" onClick={() => setIsShown(true)}>
        Show it again
      </Button>
    );
  return (
    <Alert color="info" withCloseButton closeButtonLabel="Dismiss" onClose={() => setIsShown(false)}>
      You can dismiss this message.
    </Alert>
  );
}
