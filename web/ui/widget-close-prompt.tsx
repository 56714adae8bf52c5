import { Button, Group, Text } from '@mantine/core';
import { OverlayDialog } from './overlay.tsx';

export type WidgetClosePromptProps = { isOpen: boolean; onNo: () => void; onYes: () => void };

/** Asks for confirmation before a panel is closed. */
export function WidgetClosePrompt({ isOpen, onNo, onYes }: WidgetClosePromptProps) {
  return (
    <OverlayDialog name="Sure?" isOpen={isOpen} onClose={onNo} size="sm">
      <div style={{ padding: 'var(--vb-space-5, 20px) var(--vb-space-4) var(--vb-space-4)' }}>
        <h2 style={{ font: 'var(--vb-font-section)', margin: 0 }}>Sure?</h2>
        <Text c="dimmed" my="md">
          Do you want to remove this widget from the page?
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onNo} data-autofocus>
            No
          </Button>
          <Button color="red" onClick={onYes}>
            Yes, remove widget
          </Button>
        </Group>
      </div>
    </OverlayDialog>
  );
}
