import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The form pages, /app/forms/*. */
export const formsRoutes: readonly ShowcaseRoute[] = [
  { path: 'forms', leadsTo: '/app/forms/elements' },
  showcasePage('forms/elements', 'Form elements', () => import('../pages/forms/elements-page.tsx'), 'FormElementsPage'),
  showcasePage(
    'forms/validation',
    'Form validation',
    () => import('../pages/forms/validation-page.tsx'),
    'FormValidationPage',
  ),
  showcasePage('forms/wizard', 'Form wizard', () => import('../pages/forms/wizard-page.tsx'), 'FormWizardPage'),
];
