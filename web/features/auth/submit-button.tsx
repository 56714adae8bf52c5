import { PlainButton } from '../../ui/plain-button.tsx';

/** A form's submit button. It says "Loading..." and is disabled while the request runs (docs/threat-model.md#j3). */
export function SubmitButton({ label, isPending }: { label: string; isPending: boolean }) {
  return (
    <PlainButton
      type="submit"
      disabled={isPending}
      // Without this, pressing the button blurs a field, whose error then moves the button away from the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isPending ? 'Loading...' : label}
    </PlainButton>
  );
}
