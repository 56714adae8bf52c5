/**
 * The props of a drawer for one object of the network. `form` names the form that the address opens over it; '' closes
 * it.
 */
export type NetworkDrawerProps = {
  readonly id: string;
  readonly form: string | undefined;
  readonly onForm: (form: string) => void;
  readonly onClose: () => void;
};
