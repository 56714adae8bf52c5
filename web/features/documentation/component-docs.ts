import type { ComponentType } from 'react';
import { AccordionSimple } from './examples/accordion-simple.tsx';
import accordionSimpleCode from './examples/accordion-simple.tsx?raw';
import { AlertDismissible } from './examples/alert-dismissible.tsx';
import alertDismissibleCode from './examples/alert-dismissible.tsx?raw';
import { AlertTones } from './examples/alert-tones.tsx';
import alertTonesCode from './examples/alert-tones.tsx?raw';
import { BadgePills } from './examples/badge-pills.tsx';
import badgePillsCode from './examples/badge-pills.tsx?raw';
import { BadgeTones } from './examples/badge-tones.tsx';
import badgeTonesCode from './examples/badge-tones.tsx?raw';
import { ButtonOutline } from './examples/button-outline.tsx';
import buttonOutlineCode from './examples/button-outline.tsx?raw';
import { ButtonSizes } from './examples/button-sizes.tsx';
import buttonSizesCode from './examples/button-sizes.tsx?raw';
import { ButtonTones } from './examples/button-tones.tsx';
import buttonTonesCode from './examples/button-tones.tsx?raw';
import { CardSimple } from './examples/card-simple.tsx';
import cardSimpleCode from './examples/card-simple.tsx?raw';
import { CardWidget } from './examples/card-widget.tsx';
import cardWidgetCode from './examples/card-widget.tsx?raw';
import { CarouselSeveral } from './examples/carousel-several.tsx';
import carouselSeveralCode from './examples/carousel-several.tsx?raw';
import { CarouselSlides } from './examples/carousel-slides.tsx';
import carouselSlidesCode from './examples/carousel-slides.tsx?raw';
import { ModalSimple } from './examples/modal-simple.tsx';
import modalSimpleCode from './examples/modal-simple.tsx?raw';
import { NavLinks } from './examples/nav-links.tsx';
import navLinksCode from './examples/nav-links.tsx?raw';
import { NavbarSimple } from './examples/navbar-simple.tsx';
import navbarSimpleCode from './examples/navbar-simple.tsx?raw';
import { PopoverSimple } from './examples/popover-simple.tsx';
import popoverSimpleCode from './examples/popover-simple.tsx?raw';
import { ProgressStriped } from './examples/progress-striped.tsx';
import progressStripedCode from './examples/progress-striped.tsx?raw';
import { ProgressValues } from './examples/progress-values.tsx';
import progressValuesCode from './examples/progress-values.tsx?raw';
import { TabsSimple } from './examples/tabs-simple.tsx';
import tabsSimpleCode from './examples/tabs-simple.tsx?raw';
import { TooltipSides } from './examples/tooltip-sides.tsx';
import tooltipSidesCode from './examples/tooltip-sides.tsx?raw';

export type ComponentExample = { readonly title: string; readonly Example: ComponentType; readonly code: string };
export type ComponentDoc = {
  readonly title: string;
  readonly text: string;
  /** The imports for a screen in `web/features/<yours>/`, including style sheets. */
  readonly snippet: string;
  readonly examples: readonly ComponentExample[];
};

/** The component pages by path. The code shown for an example is the code that runs. */
export const COMPONENT_DOCS: Readonly<Record<string, ComponentDoc>> = {
  'components/alerts': {
    title: 'Alerts',
    text: 'Status messages that stay until dismissed. The text repeats what the color shows.',
    snippet: `import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';`,
    examples: [
      { title: 'Tones', Example: AlertTones, code: alertTonesCode },
      { title: 'Dismissible', Example: AlertDismissible, code: alertDismissibleCode },
    ],
  },
  'components/badge': {
    title: 'Badge',
    text: 'A short label or count attached to another element.',
    snippet: `import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';`,
    examples: [
      { title: 'Tones', Example: BadgeTones, code: badgeTonesCode },
      { title: 'On a button', Example: BadgePills, code: badgePillsCode },
    ],
  },
  'components/buttons': {
    title: 'Buttons',
    text: 'Buttons for actions. Use one primary button per screen.',
    snippet: "import { Button } from '@mantine/core';",
    examples: [
      { title: 'Tones', Example: ButtonTones, code: buttonTonesCode },
      { title: 'Sizes', Example: ButtonSizes, code: buttonSizesCode },
      { title: 'Variants', Example: ButtonOutline, code: buttonOutlineCode },
    ],
  },
  'components/card': {
    title: 'Card',
    text: 'Groups related content. The panel of the sample pages adds controls.',
    snippet: `import '@mantine/core/styles/Card.layer.css';
import { Card } from '@mantine/core';`,
    examples: [
      { title: 'Card', Example: CardSimple, code: cardSimpleCode },
      { title: 'Panel with controls', Example: CardWidget, code: cardWidgetCode },
    ],
  },
  'components/carousel': {
    title: 'Carousel',
    text: 'One or several slides, controlled by arrows, dots, keyboard and touch.',
    snippet: "import { Carousel } from '../../ui/carousel.tsx';",
    examples: [
      { title: 'Slides', Example: CarouselSlides, code: carouselSlidesCode },
      { title: 'Several slides', Example: CarouselSeveral, code: carouselSeveralCode },
    ],
  },
  'components/modal': {
    title: 'Modal',
    text: 'A dialog that must be answered first. It traps the focus and returns it afterwards.',
    snippet: `import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';`,
    examples: [{ title: 'Question', Example: ModalSimple, code: modalSimpleCode }],
  },
  'components/nav': {
    title: 'Nav',
    text: 'A vertical list of links.',
    snippet: `import '@mantine/core/styles/NavLink.layer.css';
import { NavLink } from '@mantine/core';`,
    examples: [{ title: 'Links', Example: NavLinks, code: navLinksCode }],
  },
  'components/navbar': {
    title: 'Navbar',
    text: 'A top bar with a name and a few links.',
    snippet: "import { Group } from '@mantine/core';",
    examples: [{ title: 'Bar', Example: NavbarSimple, code: navbarSimpleCode }],
  },
  'components/popovers': {
    title: 'Popovers & Tooltips',
    text: 'Additional information on click or hover.',
    snippet: `import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { Popover, Tooltip } from '@mantine/core';`,
    examples: [
      { title: 'Popover', Example: PopoverSimple, code: popoverSimpleCode },
      { title: 'Tooltips', Example: TooltipSides, code: tooltipSidesCode },
    ],
  },
  'components/progress': {
    title: 'Progress',
    text: 'Shows progress. The bar has a label for screen readers.',
    snippet: `import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';`,
    examples: [
      { title: 'Values', Example: ProgressValues, code: progressValuesCode },
      { title: 'Striped', Example: ProgressStriped, code: progressStripedCode },
    ],
  },
  'components/tabs-accordion': {
    title: 'Tabs & Accordion',
    text: 'Several panes, of which one is visible.',
    snippet: `import '@mantine/core/styles/Accordion.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Accordion, Tabs } from '@mantine/core';`,
    examples: [
      { title: 'Tabs', Example: TabsSimple, code: tabsSimpleCode },
      { title: 'Accordion', Example: AccordionSimple, code: accordionSimpleCode },
    ],
  },
};
