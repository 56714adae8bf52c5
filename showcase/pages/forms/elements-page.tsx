import { ShowcasePage } from '../showcase-page.tsx';
import { CheckboxPanel, RadioPanel } from './choices-panels.tsx';
import { GroupsPanel, SizingPanel } from './form-options-panels.tsx';
import classes from './forms.module.css';
import { InputsPanel } from './inputs-panel.tsx';
import { MasksPanel, PickersPanel } from './pickers-panels.tsx';
import { PrependedPanel } from './prepended-panel.tsx';
import { SelectsPanel } from './selects-panel.tsx';
import { SlidersPanel } from './sliders-panel.tsx';
import { TextareasPanel } from './textareas-panel.tsx';
import { DropZonePanel, UploadsPanel } from './uploads-panels.tsx';

/** Every form control, in thirteen panels (docs/sample-pages.md#form-pages). */
export function FormElementsPage() {
  return (
    <ShowcasePage title="Form - **Inputs & Controls**">
      <div className={classes.stack}>
        <div className={classes.half}>
          <InputsPanel />
          <div className={classes.stack}>
            <PrependedPanel />
            <div className={classes.half}>
              <SizingPanel />
              <GroupsPanel />
            </div>
          </div>
        </div>
        <TextareasPanel />
        <div className={classes.half}>
          <SelectsPanel />
          <CheckboxPanel />
        </div>
        <div className={classes.half}>
          <RadioPanel />
          <PickersPanel />
        </div>
        <MasksPanel />
        <SlidersPanel />
        <div className={classes.half}>
          <UploadsPanel />
          <DropZonePanel />
        </div>
      </div>
    </ShowcasePage>
  );
}
