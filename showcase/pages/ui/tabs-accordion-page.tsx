import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { MoreTabs } from './more-tabs.tsx';
import { SampleAccordion } from './sample-accordion.tsx';
import { DropdownTabs, SampleTabs } from './sample-tabs.tsx';

/** Three sets of tabs and two accordions. */
export function TabsAccordionPage() {
  return (
    <ShowcasePage title="Tabs & Accordion - **Components**">
      <Columns>
        <Column lg={6}>
          <DropdownTabs />
        </Column>
        <Column lg={6}>
          <SampleTabs label="Second set of tabs" first="Assumption" />
          <SampleTabs label="Third set of tabs" first="Basic" />
        </Column>
        <Column lg={6}>
          <SampleAccordion label="All closed at first" first={null} isTurning />
        </Column>
        <Column lg={6}>
          <SampleAccordion label="The middle one open at first" first="meters" />
        </Column>
        <MoreTabs />
      </Columns>
    </ShowcasePage>
  );
}
