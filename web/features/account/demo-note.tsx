import { PageNote } from '../../ui/page-note.tsx';
import { demoNoteStrings as strings } from './account-strings.ts';

/** Explains why nothing can be saved: all visitors share the demo accounts (docs/threat-model.md#a20). */
export const DemoNote = () => <PageNote>{strings.sharedAccount}</PageNote>;
