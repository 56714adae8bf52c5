import { type FormEvent, useState } from 'react';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { enterCode } from './auth-api.ts';

export type SecondStepProps = {
  challenge: string;
  onDone: () => void;
  /** Back to the first step; the text is for its alert. */
  onBack: (message: string | null) => void;
};

/** The second step of signing in: a one-time code of an app, or a recovery code (docs/threat-model.md#a21). */
export function SecondStep({ challenge, onDone, onBack }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending || code.trim() === '') return;
    setIsPending(true);
    setMessage(null);
    try {
      await enterCode(challenge, code);
      onDone();
    } catch (error) {
      const { message: text, isOver } = describe(error);
      if (isOver) return onBack(text);
      setMessage(text);
      setCode('');
      setIsPending(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Second step">
      <AlertMessage text={message} />
      <TextField
        label="Code of your app, or a recovery code"
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoFocus
        required
        value={code}
        onChange={setCode}
      />
      <PlainButton type="submit" disabled={isPending || code.trim() === ''}>
        {isPending ? 'Loading...' : 'Continue'}
      </PlainButton>
      <PlainButton isQuiet onClick={() => onBack(null)}>
        Back to login
      </PlainButton>
    </form>
  );
}

/** 400: the first step has to be taken again; anything else can be tried once more. */
function describe(error: unknown): { message: string; isOver: boolean } {
  if (!(error instanceof Error)) return { message: 'Error', isOver: false };
  return { message: error.message, isOver: 'status' in error && error.status === 400 };
}
