import { ShowcasePage } from '../showcase-page.tsx';
import { Invoice } from './invoice.tsx';

/** An invoice that prints on one page, without the shell around it. */
export function InvoicePage() {
  return (
    <ShowcasePage title="Invoice" isTitleHidden>
      <Invoice />
    </ShowcasePage>
  );
}
