/**
 * The props of a drawer for one network object. `form` names the form that the URL opens over the drawer. `onForm('')`
 * closes the form.
 */
export type NetworkDrawerProps = {
  readonly id: string;
  readonly form: string | undefined;
  readonly onForm: (form: string) => void;
  readonly onClose: () => void;
};
