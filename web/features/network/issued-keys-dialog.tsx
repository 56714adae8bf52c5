import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { shownEui } from '#domain/eui.ts';
import { formatDateTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { OverlayDialog } from '../../ui/overlay.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { firstRequest, keysFile } from './issued-keys.ts';
import classes from './network.module.css';
import { ingestAddress } from './network-api.ts';
import { issuedKeysDialogStrings as strings } from './network-strings.ts';

/** New keys, each with its outlet. `eui` is empty for a gateway without outlets. */
export type IssuedKeys = {
  readonly keys: readonly { readonly key: string; readonly eui: string; readonly label: string }[];
  /** When the replaced key expires; null if no key was replaced. */
  readonly previousEndsAt: string | null;
};

/**
 * Shows new keys, which are visible only in this dialog. The user can copy or save the keys, or try a key with an
 * example request. Only the button closes the dialog.
 */
export function IssuedKeysDialog({ issued, onClose }: { issued: IssuedKeys | null; onClose: () => void }) {
  const [held, setHeld] = useState(issued);
  if (issued !== null && issued !== held) setHeld(issued);
  return (
    <OverlayDialog
      name={titleOf(held)}
      isOpen={issued !== null}
      onClose={onClose}
      // Removes the keys from the page.
      onGone={() => setHeld(null)}
      isFirm
      size={560}
    >
      {held === null ? null : <KeysShown issued={held} onClose={onClose} />}
    </OverlayDialog>
  );
}

const titleOf = (issued: IssuedKeys | null): string =>
  (issued?.keys.length ?? 1) === 1 ? strings.titleOne : strings.titleMany;

function KeysShown({ issued, onClose }: { issued: IssuedKeys; onClose: () => void }) {
  const { keys, previousEndsAt } = issued;
  const [first] = keys;
  const isOne = keys.length === 1;
  return (
    <div className={classes.dialog}>
      <h2 className={classes.dialogTitle}>{titleOf(issued)}</h2>
      <p>
        {isOne ? strings.noticeOne : strings.noticeMany}
        {previousEndsAt === null
          ? null
          : ` ${interpolate(strings.oldKeyEnds, { time: formatDateTimeZone(previousEndsAt) })}`}
      </p>
      {isOne ? <Copied name={strings.keyName} text={first?.key ?? ''} /> : <SeveralKeys keys={keys} />}
      <h3 className={classes.dialogHead}>{strings.firstRequest}</h3>
      {first === undefined ? null : (
        <Copied name={strings.firstRequestName} text={firstRequest(first, ingestAddress())} />
      )}
      <div className={classes.dialogButtons}>
        <Button onClick={onClose}>{isOne ? strings.doneOne : strings.doneMany}</Button>
      </div>
    </div>
  );
}

function SeveralKeys({ keys }: Pick<IssuedKeys, 'keys'>) {
  const file = keysFile(keys);
  const { isCopied, copy } = useCopy(file);
  const Icon = isCopied ? IconCheck : IconCopy;
  const download = (): void =>
    saveFile({ blob: new Blob([`\ufeff${file}`], { type: 'text/csv' }), fileName: 'outlet-keys.csv' });
  return (
    <div className={classes.copied}>
      <ul className={classes.keyList} aria-label={strings.keys}>
        {keys.map(({ key, eui, label }) => (
          <li key={key}>
            <span>
              <code>{shownEui(eui)}</code> {label}
            </span>
            <code className={classes.keyText}>{key}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {isCopied ? strings.copied : strings.copyAll}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={download}>
          {strings.downloadAsCSV}
        </Button>
      </div>
    </div>
  );
}

/** A text with a button that copies it. */
function Copied({ name, text }: { name: string; text: string }) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.copied}>
      <pre>{text}</pre>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => void copy()}>
        {isCopied ? strings.copied : interpolate(strings.copyNamed, { name })}
      </Button>
    </div>
  );
}
