import { useLoaderData } from '@tanstack/react-router';

/** The showroom's page that stands at the present address. */
export function ShowcaseRoutePage() {
  const { component: Page, params, title } = useLoaderData({ from: '/app/$' });
  return <Page key={title} params={params} />;
}
