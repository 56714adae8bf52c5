import { type DemoPageRoute, demoPage } from './page-route.ts';

/** Forms, /app/forms/*. */
export const demoFormsRoutes: readonly DemoPageRoute[] = [
  { path: 'forms', leadsTo: '/app/forms/elements' },
  demoPage('forms/elements', 'Form elements', () => import('../pages/forms/elements-page.tsx'), 'FormElementsPage'),
  demoPage(
    'forms/validation',
    'Form validation',
    () => import('../pages/forms/validation-page.tsx'),
    'FormValidationPage',
  ),
  demoPage('forms/wizard', 'Form wizard', () => import('../pages/forms/wizard-page.tsx'), 'FormWizardPage'),
];
