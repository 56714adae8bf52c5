import { ShowcasePage } from '../showcase-page.tsx';
import { Wizard } from './wizard.tsx';

/** Four steps to an order that is never placed. */
export function FormWizardPage() {
  return (
    <ShowcasePage title="Form - **Wizard**">
      <Wizard />
    </ShowcasePage>
  );
}
