import { ShowcasePage } from '../showcase-page.tsx';
import { Invoice } from './invoice.tsx';

/** An invoice as it is printed: on one page, without the frame around it. */
export function InvoicePage() {
  return (
    <ShowcasePage title="Invoice" isTitleHidden>
      <Invoice />
    </ShowcasePage>
  );
}
