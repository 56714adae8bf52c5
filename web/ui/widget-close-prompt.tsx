import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal, Text } from '@mantine/core';

export type WidgetClosePromptProps = { isOpen: boolean; onNo: () => void; onYes: () => void };

/** Asks before a panel is closed. */
export function WidgetClosePrompt({ isOpen, onNo, onYes }: WidgetClosePromptProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onNo} size="sm" centered>
      <Modal.Overlay />
      <Modal.Content aria-label="Sure?">
        <Modal.Body pt="lg">
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
