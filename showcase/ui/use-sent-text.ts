import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';

type Field = HTMLInputElement & HTMLTextAreaElement;

export type SentText = {
  text: string;
  write: (next: string) => void;
  /** Props for the field. `ref` also lets a button beside a post focus the field. */
  field: {
    ref: RefObject<Field | null>;
    value: string;
    error: string | null;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  onSubmit: (event: FormEvent) => void;
};

/** Manages a text field that is cleared after sending. Blank text is rejected with `refusal`, shown at the field. */
export function useSentText(onSend: (text: string) => void, refusal = 'Write something first.'): SentText {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const ref = useRef<Field>(null);
  const write = (next: string): void => {
    setText(next);
    setError(null);
  };
  return {
    text,
    write,
    field: { ref, value: text, error, onChange: (event) => write(event.currentTarget.value) },
    onSubmit: (event) => {
      event.preventDefault();
      const said = text.trim();
      if (said === '') {
        setError(refusal);
        ref.current?.focus();
        return;
      }
      onSend(said);
      write('');
    },
  };
}
