import { PlainButton } from '../../ui/plain-button.tsx';

/**
 * A form's submit button. The button says "Loading..." and is disabled while the request runs
 * (docs/threat-model.md#j3).
 */
export function SubmitButton({ label, isPending }: { label: string; isPending: boolean }) {
  return (
    <PlainButton
      type="submit"
      disabled={isPending}
      // Prevents the press from blurring a field, whose error would then move the button away from the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isPending ? 'Loading...' : label}
    </PlainButton>
  );
}
