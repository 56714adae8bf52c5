import { APIProvider, Map as GoogleMap, Marker } from '@vis.gl/react-google-maps';
import classes from './maps.module.css';
import { MELBOURNE } from './melbourne-sample-data.ts';

/** The libraries that the specification requires from Google's service. */
const LIBRARIES = ['geometry', 'drawing', 'places'];
const [LNG, LAT] = MELBOURNE;
const CENTRE = { lat: LAT, lng: LNG };

/** Google's map, loaded with the installation's key. Calls `onError` if the service is unreachable. */
export function GoogleMapsMap({ apiKey, zoom, onError }: { apiKey: string; zoom: number; onError: () => void }) {
  return (
    <div className={classes.frame} data-map="google" data-zoom={zoom}>
      <APIProvider apiKey={apiKey} libraries={LIBRARIES} version="weekly" onError={onError}>
        <GoogleMap defaultCenter={CENTRE} defaultZoom={zoom} gestureHandling="cooperative" reuseMaps={false}>
          <Marker position={CENTRE} title="Melbourne" />
        </GoogleMap>
      </APIProvider>
    </div>
  );
}
