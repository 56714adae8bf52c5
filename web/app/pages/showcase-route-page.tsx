import { useLoaderData } from '@tanstack/react-router';

/** The showcase page at the current URL. */
export function ShowcaseRoutePage() {
  const { component: Page, params, title } = useLoaderData({ from: '/app/$' });
  return <Page key={title} params={params} />;
}
