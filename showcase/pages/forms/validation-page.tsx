import { ShowcasePage } from '../showcase-page.tsx';
import classes from './forms.module.css';
import { UserFormPanel } from './user-form-panel.tsx';
import { ValidationPanel } from './validation-panel.tsx';

/** Fields with validation, and a form of a whole user. */
export function FormValidationPage() {
  return (
    <ShowcasePage title="Form - **Validation**">
      <div className={classes.half}>
        <ValidationPanel />
        <UserFormPanel />
      </div>
    </ShowcasePage>
  );
}
