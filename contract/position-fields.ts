/** Both fields are written together or not at all. */
export const position = <const Lat extends string, const Lng extends string>(
  of: 'outlet' | 'venue',
  [lat, lng]: readonly [Lat, Lng],
  [lats, lngs]: readonly [readonly string[], readonly string[]],
) =>
  ({
    lat: {
      label: 'Latitude',
      isShort: true,
      placeholder: '42.35843',
      least: -90,
      most: 90,
      thing: 'coordinate',
      unit: 'decimal degrees',
      column: lat,
      meaning: `the ${of}'s latitude`,
      examples: lats,
    },
    lng: {
      label: 'Longitude',
      isShort: true,
      placeholder: '-71.04945',
      least: -180,
      most: 180,
      thing: 'coordinate',
      unit: 'decimal degrees',
      column: lng,
      meaning: `the ${of}'s longitude`,
      examples: lngs,
    },
  }) as const;
