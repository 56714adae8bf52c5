import { FLAT_ICONS } from './flat-icons-sample-data.ts';
import { flatName } from './icon-catalogue.ts';
import { IconDetailPage, UnknownIcon } from './icon-detail-page.tsx';

/** A flat icon, drawn by the library's component. */
export function FlatIconDetail({ name }: { name: string }) {
  const [component, Icon] = Object.entries(FLAT_ICONS).find(([key]) => flatName(key) === name) ?? [];
  if (component === undefined || Icon === undefined) return <UnknownIcon name={name} />;
  return (
    <IconDetailPage
      label={name.replace('flat-', '')}
      family="Tabler Icons"
      aliases={[]}
      usage={`<${component} size={24} aria-hidden="true" />`}
      tab="Flaticons"
      draw={(size) => <Icon size={size} stroke={1.75} aria-hidden="true" />}
    />
  );
}
