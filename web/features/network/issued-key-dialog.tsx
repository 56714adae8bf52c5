import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { IssuedKey } from '#contract/access-keys.ts';
import { shownEui } from '#domain/eui.ts';
import { useCopy } from '../../lib/copy-text.ts';
import { formatDateTimeZone } from '../../lib/formatters.ts';
import { ingestAddress } from './api.ts';
import classes from './network.module.css';

/** The only sight of a new key: to be copied, with a request to try it. Only its button closes it. */
export function IssuedKeyDialog({ issued, onClose }: { issued: IssuedKey | null; onClose: () => void }) {
  const [held, setHeld] = useState(issued);
  if (issued !== null && issued !== held) setHeld(issued);
  return (
    <Modal.Root
      opened={issued !== null}
      onClose={onClose}
      // Nothing of the key stays in the page.
      onExitTransitionEnd={() => setHeld(null)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={560}
      centered
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label="Copy the key now">
        {held === null ? null : <KeyShown issued={held} onClose={onClose} />}
      </Modal.Content>
    </Modal.Root>
  );
}

function KeyShown({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  return (
    <div className={classes.dialog}>
      <h2 className={classes.dialogTitle}>Copy the key now</h2>
      <p>
        It is shown only this once: the server keeps nothing that could give it back. Who loses it has a new one issued.
        {issued.previous_ends_at === null
          ? ''
          : ` The old key works until ${formatDateTimeZone(issued.previous_ends_at)}.`}
      </p>
      <Copied name="key" text={issued.key} />
      <h3 className={classes.dialogHead}>First request</h3>
      <Copied name="first request" text={firstRequest(issued)} />
      <div className={classes.dialogButtons}>
        <Button onClick={onClose}>I have stored it</Button>
      </div>
    </div>
  );
}

/** As in the README: one heartbeat, which changes no figure. */
function firstRequest({ key, eui }: IssuedKey): string {
  const event = {
    id: crypto.randomUUID(),
    type: 'heartbeat',
    eui: eui === '' ? '<EUI>' : shownEui(eui),
    timestamp: new Date().toISOString(),
  };
  return [
    `curl -X POST ${ingestAddress()} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify([event])}'`,
  ].join('\n');
}

/** A text that is copied with one click. */
function Copied({ name, text }: { name: string; text: string }) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.copied}>
      <pre>{text}</pre>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => void copy()}>
        {isCopied ? 'Copied' : `Copy ${name}`}
      </Button>
    </div>
  );
}
