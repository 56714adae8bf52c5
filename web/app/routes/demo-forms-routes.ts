import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** Forms, /app/forms/*. */
export const demoFormsRoutes: readonly DemoPageRoute[] = [
  { path: 'forms', leadsTo: '/app/forms/elements' },
  demoPage(
    'forms/elements',
    'Form elements',
    () => import('../../features/demo/forms/elements-page.tsx'),
    'FormElementsPage',
  ),
  demoPage(
    'forms/validation',
    'Form validation',
    () => import('../../features/demo/forms/validation-page.tsx'),
    'FormValidationPage',
  ),
  demoPage('forms/wizard', 'Form wizard', () => import('../../features/demo/forms/wizard-page.tsx'), 'FormWizardPage'),
];
