import { ShowcasePage } from '../showcase-page.tsx';
import { ReactWayPanel } from './react-way-panel.tsx';
import { StaffPanel } from './staff-panel.tsx';
import classes from './tables.module.css';

/** Tables with sorting, search, filters and pages. */
export function DynamicTablesPage() {
  return (
    <ShowcasePage title="Tables - **Dynamic**">
      <div className={classes.stack}>
        <ReactWayPanel />
        <StaffPanel />
      </div>
    </ShowcasePage>
  );
}
