/** A drawer of one thing of the network; which form is open over it stands in the address ('' for none). */
export type NetworkDrawerProps = {
  readonly id: string;
  readonly form: string | undefined;
  readonly onForm: (form: string) => void;
  readonly onClose: () => void;
};
