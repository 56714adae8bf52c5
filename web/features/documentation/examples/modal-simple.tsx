import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';

export function ModalSimple() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Modal opened={isOpen} onClose={close} title="Retire this outlet?" closeButtonProps={{ 'aria-label': 'Close' }}>
        <p>Its history stays, but it can no longer report.</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button color="danger" onClick={close}>
            Retire
          </Button>
        </Group>
      </Modal>
    </>
  );
}
