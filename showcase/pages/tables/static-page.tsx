import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { HoverTable, StripedTable } from './people-tables.tsx';
import { ProductTable } from './product-table.tsx';
import { StylesPanel } from './styles-panel.tsx';
import classes from './tables.module.css';

/** Static tables: styles, stripes, hover, borders, overflow. */
export function StaticTablesPage() {
  return (
    <ShowcasePage title="Tables - **Static**">
      <div className={classes.stack}>
        <StylesPanel />
        <div className={classes.half}>
          <Widget title="Striped **Table**" settings close>
            <StripedTable />
            <h3 className={classes.subhead}>
              Hover <strong>Table</strong>
            </h3>
            <HoverTable />
          </Widget>
          <Widget title="Bordered **Table**" settings close>
            <ProductTable label="Products with borders" look="bordered" />
            <h3 className={classes.subhead}>
              Overflow <strong>Table</strong>
            </h3>
            <ProductTable label="Products that scroll" look="overflow" />
          </Widget>
        </div>
      </div>
    </ShowcasePage>
  );
}
