import '@mantine/core/styles/Alert.layer.css';
import { Alert, Stack } from '@mantine/core';

export function AlertTones() {
  return (
    <Stack gap="sm">
      <Alert color="success" title="Success">
        The outlet is registered.
      </Alert>
      <Alert color="info" title="Info">
        Today’s figures change as events arrive.
      </Alert>
      <Alert color="warning" title="Warning">
        Three outlets are late.
      </Alert>
      <Alert color="danger" title="Danger">
        The import was rejected.
      </Alert>
    </Stack>
  );
}
