import { lazy, Suspense } from 'react';
import type { ShowcaseParams } from '../../../web/lib/showcase-door.ts';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { FontGlyph } from './font-glyph.tsx';
import { findFontIcon } from './icon-catalogue.ts';
import { IconDetailPage, UnknownIcon } from './icon-detail-page.tsx';

const FlatIconDetail = lazy(() =>
  import('./flat-icon-detail.tsx').then(({ FlatIconDetail: component }) => ({ default: component })),
);

/** One icon from the catalog. */
export function IconPage({ params: { name = '' } }: ShowcaseParams) {
  if (name.startsWith('flat-'))
    return (
      <Suspense fallback={<Spinner label="Loading the icon" />}>
        <FlatIconDetail name={name} />
      </Suspense>
    );
  const found = findFontIcon(name);
  if (found === undefined) return <UnknownIcon name={name} />;
  const { entry, aliases, tab } = found;
  const isGlyphicon = entry.family === 'Glyphicons';
  return (
    <IconDetailPage
      label={entry.label}
      family={isGlyphicon ? 'Glyphicons Halflings of Bootstrap 3.4.1' : 'Font Awesome 4.7.0'}
      aliases={aliases}
      usage={
        isGlyphicon
          ? `<span class="glyphicon glyphicon-${entry.label}" aria-hidden="true"></span>`
          : `<i class="fa fa-${entry.name}" aria-hidden="true"></i>`
      }
      tab={tab}
      draw={(size) => <FontGlyph entry={entry} size={size} />}
    />
  );
}
