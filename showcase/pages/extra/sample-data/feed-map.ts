/** Center and zoom of the feed's map: 51, 7 with zoom 8 (docs/specification.md#constants). */
export const CENTRE = { latitude: 51, longitude: 7 } as const;
export const ZOOM = 8;

/** Towns around the center: longitude, latitude, name. */
export const TOWNS: readonly (readonly [number, number, string])[] = [
  [6.96, 50.94, 'Cologne'],
  [6.78, 51.23, 'Düsseldorf'],
  [7.1, 50.73, 'Bonn'],
  [7.13, 50.99, 'Bergisch Gladbach'],
  [6.98, 51.06, 'Leverkusen'],
  [7.22, 51.14, 'Wermelskirchen'],
  [7.4, 51.12, 'Wipperfürth'],
  [7.28, 50.93, 'Overath'],
  [7.18, 51.26, 'Wuppertal'],
  [7.47, 51.36, 'Hagen'],
  [7.63, 51.22, 'Lüdenscheid'],
  [7.56, 51.03, 'Gummersbach'],
  [7.01, 51.46, 'Essen'],
  [7.47, 51.51, 'Dortmund'],
  [6.44, 51.19, 'Mönchengladbach'],
  [6.08, 50.78, 'Aachen'],
  [8.02, 50.87, 'Siegen'],
  [6.48, 50.8, 'Düren'],
  [7.6, 50.36, 'Koblenz'],
  [6.76, 51.43, 'Duisburg'],
  [8.08, 51.35, 'Meschede'],
];

/** The approximate course of the Rhine between Koblenz and Wesel. */
export const RIVER: readonly (readonly [number, number])[] = [
  [7.61, 50.36],
  [7.45, 50.43],
  [7.28, 50.56],
  [7.19, 50.65],
  [7.1, 50.74],
  [6.99, 50.83],
  [6.97, 50.94],
  [6.95, 51.03],
  [6.85, 51.09],
  [6.87, 51.15],
  [6.76, 51.22],
  [6.73, 51.3],
  [6.68, 51.4],
  [6.72, 51.5],
  [6.6, 51.63],
  [6.4, 51.75],
];
