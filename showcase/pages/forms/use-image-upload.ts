import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';

/** The upload is simulated: two steps of 2 s each. */
const STEP_MS = 2_000;
const PLACEHOLDER = '![Uploading…]()';

/** Simulates the upload of a picture into the text: a placeholder, then the picture, then a confirmation. */
export function useImageUpload(setText: Dispatch<SetStateAction<string>>) {
  const timer = useRef<number | undefined>(undefined);
  const addresses = useRef<string[]>([]);
  const resetRef = useRef<() => void>(null);
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      for (const address of addresses.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const start = (file: File | null): void => {
    resetRef.current?.();
    if (file === null) return;
    setIsBusy(true);
    setNote(`Uploading ${file.name}…`);
    setText((text) => `${text}\n\n${PLACEHOLDER}`);
    timer.current = window.setTimeout(() => {
      const address = URL.createObjectURL(file);
      addresses.current.push(address);
      const name = file.name.replaceAll(/[[\]]/g, '');
      setText((text) => text.replace(PLACEHOLDER, () => `![${name}](${address})`));
      setNote('Checking the picture…');
      timer.current = window.setTimeout(() => {
        setNote('The picture is there.');
        setIsBusy(false);
      }, STEP_MS);
    }, STEP_MS);
  };
  return { start, note, isBusy, resetRef };
}
