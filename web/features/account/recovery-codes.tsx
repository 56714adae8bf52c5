import { Button } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../ui/toast.ts';
import { copyOrSay } from '../../ui/use-copy.ts';
import classes from './account.module.css';

/** Shows recovery codes, which can be seen only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyOrSay(text))
      void showToast({ kind: 'success', key: 'copy', message: 'The recovery codes are in the clipboard' });
  };
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        Keep these recovery codes where your phone is not. Each opens your account once in place of a passkey or a code
        of the app, and they are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>I have kept them</Button>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="default"
          onClick={() => saveFile({ blob: new Blob([text]), fileName: 'voltboard-recovery-codes.txt' })}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
