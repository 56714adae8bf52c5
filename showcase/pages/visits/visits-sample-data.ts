/** Cities on the map of the visits page; `size` is the dot's radius in pixels. */
export const CITIES: readonly {
  readonly latitude: number;
  readonly longitude: number;
  readonly size: number;
  readonly name: string;
}[] = [
  { latitude: 40.7128, longitude: -74.006, size: 9, name: 'New York' },
  { latitude: 34.0522, longitude: -118.2437, size: 8, name: 'Los Angeles' },
  { latitude: 41.8781, longitude: -87.6298, size: 7, name: 'Chicago' },
  { latitude: 29.7604, longitude: -95.3698, size: 6, name: 'Houston' },
  { latitude: 33.4484, longitude: -112.074, size: 5, name: 'Phoenix' },
  { latitude: 39.7392, longitude: -104.9903, size: 5, name: 'Denver' },
  { latitude: 47.6062, longitude: -122.3321, size: 6, name: 'Seattle' },
  { latitude: 25.7617, longitude: -80.1918, size: 7, name: 'Miami' },
  { latitude: 33.749, longitude: -84.388, size: 6, name: 'Atlanta' },
  { latitude: 44.9778, longitude: -93.265, size: 4, name: 'Minneapolis' },
  { latitude: 39.9526, longitude: -75.1652, size: 5, name: 'Philadelphia' },
];

/** The final value of the counter above the map. */
export const ALL_VISITS = 1_656_843;

export const MAP_ROWS = [
  { label: 'Weekend visits', sub: 'Against the week before', percent: 75 },
  { label: 'Through sponsors', sub: 'Of all visits', percent: 84 },
  { label: 'New visitors', sub: 'First time this month', percent: 92 },
] as const;

export const STAT_PANELS = [
  {
    title: 'USERBASE GROWTH',
    facts: [
      ['Overall Growth', '64.2%'],
      ['Monthly', '8.1%'],
      ['24h', '0.4%'],
    ],
    tone: 'success',
    trend: 'up',
    note: '12% higher than last month',
  },
  {
    title: 'TRAFFIC VALUES',
    facts: [
      ['Overall Values', '2 418 060'],
      ['Monthly', '201 340'],
      ['24h', '6 512'],
    ],
    tone: 'danger',
    trend: 'down',
    note: '5% lower than last month',
  },
  {
    title: 'RANDOM VALUES',
    facts: [
      ['Outlets at rest', '41.7%'],
      ['Slope of a plug', '12.5°'],
      ['Cups of tea', '1 906'],
    ],
    tone: 'primary',
    trend: 'plus',
    note: '73 more than last month',
  },
] as const;

export const MESSAGES = [
  { name: 'Noor Haddad', tone: 3, status: 'online', text: 'The new terminal has twelve free walls for us.' },
  { name: 'Tomás Vidal', tone: 2, status: 'late', text: 'Can we move the survey to Thursday morning?' },
  { name: 'Greta Solberg', tone: 5, status: 'offline', text: 'Outlet 4 at the gym was replaced, all good.' },
  { name: 'Anouk Meyer', tone: 4, status: 'online', text: 'Spring figures are in, best month so far!' },
] as const;

export const MARKET_ROWS = [
  { id: 1, name: 'Harbour hotel group', price: 412.6 },
  { id: 2, name: 'City gym chain', price: 187.25 },
] as const;

export const AGENDA = [
  { title: 'Site survey, hall B', time: '9:00', tone: 'primary' },
  { title: 'Call with the sponsors', time: '12:00', tone: 'success' },
] as const;
