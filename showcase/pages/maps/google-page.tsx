import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { enterGooglePolicy, hasGooglePolicy, noteNoGoogle } from '../../../web/lib/google-policy.ts';
import { publicConfigQuery } from '../../../web/lib/public-config.ts';
import { Bone } from '../../../web/ui/skeletons.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './maps.module.css';

const ZOOM = 12;
const GoogleMapsMap = lazy(() => import('./google-map.tsx').then((module) => ({ default: module.GoogleMapsMap })));
const MelbourneMap = lazy(() => import('./melbourne-map.tsx').then((module) => ({ default: module.MelbourneMap })));

/**
 * A street map of Melbourne: Google's if the installation has a key, else the product's own
 * (docs/sample-pages.md#map-pages).
 */
export function GooglePage() {
  const { data, isPending } = useQuery(publicConfigQuery);
  const [hasFailed, setFailed] = useState(false);
  const key = data?.google_maps_key ?? '';
  const isGoogle = key !== '' && !hasFailed;
  const isReady = !isPending && (!isGoogle || hasGooglePolicy());
  // Only a document that the browser opened at this page may load Google's map.
  useEffect(() => {
    if (isPending) return;
    if (key === '') noteNoGoogle();
    else enterGooglePolicy();
  }, [isPending, key]);
  return (
    <ShowcasePage title="Google **Maps**">
      <Widget title="Melbourne" collapse close>
        <p className={classes.subtitle}>
          {isGoogle
            ? 'One marker, drawn by Google Maps with the key of this installation.'
            : hasFailed
              ? 'Google Maps cannot be reached; this is the map that ships with the product.'
              : 'One marker on the map that ships with the product. With GOOGLE_MAPS_KEY set, Google Maps draws it.'}
        </p>
        <Suspense fallback={<Bone height="60vh" />}>
          {!isReady ? (
            <Bone height="60vh" />
          ) : isGoogle ? (
            <GoogleMapsMap apiKey={key} zoom={ZOOM} onError={() => setFailed(true)} />
          ) : (
            <MelbourneMap zoom={ZOOM} />
          )}
        </Suspense>
      </Widget>
    </ShowcasePage>
  );
}
