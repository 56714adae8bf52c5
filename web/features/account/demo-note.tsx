import { PageNote } from '../../ui/page-note.tsx';

/** Explains why nothing can be saved: all visitors share the demo accounts (docs/threat-model.md#a20). */
export const DemoNote = () => (
  <PageNote>
    This is a demo account that everybody shares, so it cannot be changed. Register an account of your own to try these
    settings.
  </PageNote>
);
