import { Button, Group, Text } from '@mantine/core';
import { OverlayDialog } from './overlay.tsx';
import { widgetClosePromptStrings as strings } from './ui-strings.ts';

export type WidgetClosePromptProps = { isOpen: boolean; onNo: () => void; onYes: () => void };

/** Asks for confirmation before a panel is closed. */
export function WidgetClosePrompt({ isOpen, onNo, onYes }: WidgetClosePromptProps) {
  return (
    <OverlayDialog name="Sure?" isOpen={isOpen} onClose={onNo} size="sm">
      <div style={{ padding: 'var(--vb-space-5, 20px) var(--vb-space-4) var(--vb-space-4)' }}>
        <h2 style={{ font: 'var(--vb-font-section)', margin: 0 }}>{strings.sure}</h2>
        <Text c="dimmed" my="md">
          {strings.text}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onNo} data-autofocus>
            {strings.no}
          </Button>
          <Button color="red" onClick={onYes}>
            {strings.yesRemoveWidget}
          </Button>
        </Group>
      </div>
    </OverlayDialog>
  );
}
