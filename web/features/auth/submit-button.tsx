import { PlainButton } from '../../ui/plain-button.tsx';

/** Sends a form; says Loading... and cannot be pressed while it does (docs/threat-model.md#j3). */
export function SubmitButton({ label, isPending }: { label: string; isPending: boolean }) {
  return (
    <PlainButton
      type="submit"
      disabled={isPending}
      // A field that is left by the press would show its fault and move the button away from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isPending ? 'Loading...' : label}
    </PlainButton>
  );
}
