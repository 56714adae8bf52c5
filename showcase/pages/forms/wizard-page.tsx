import { DemoPage } from '../showcase-page.tsx';
import { Wizard } from './wizard.tsx';

/** Four steps to an order that nobody places. */
export function FormWizardPage() {
  return (
    <DemoPage title="Form - **Wizard**">
      <Wizard />
    </DemoPage>
  );
}
