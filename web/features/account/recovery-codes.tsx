import { Button } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../ui/toast.ts';
import { copyOrSay } from '../../ui/use-copy.ts';
import classes from './account.module.css';
import { recoveryCodesStrings as strings } from './account-strings.ts';

/** Shows recovery codes, which can be seen only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyOrSay(text)) void showToast({ kind: 'success', key: 'copy', message: strings.codesCopied });
  };
  return (
    <div className={classes.form}>
      <p className={classes.text}>{strings.text}</p>
      <ul className={classes.codes} aria-label={strings.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>{strings.done}</Button>
        <Button variant="default" onClick={() => void copy()}>
          {strings.copy}
        </Button>
        <Button
          variant="default"
          onClick={() => saveFile({ blob: new Blob([text]), fileName: 'voltboard-recovery-codes.txt' })}
        >
          {strings.download}
        </Button>
      </div>
    </div>
  );
}
