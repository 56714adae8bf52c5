/** Fictional rows of the analytics page. */
export const STATISTICS = [
  { product: 'Outlets', total: 4232, registrations: 830, isUp: true, bounceRate: 4.5, tone: 'primary' },
  { product: 'Kiosks', total: 754, registrations: 30, isUp: true, bounceRate: 2.5, tone: 'success' },
  { product: 'Lamps', total: 1025, registrations: 230, isUp: false, bounceRate: 21.5, tone: 'danger' },
] as const;
export const STATISTIC_PERIODS = ['Daily', 'Weekly', 'Monthly'] as const;

export type SupportStatus = 'Sent' | 'Pending' | 'Declined';
export type SupportRequest = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly product: string;
  readonly price: string;
  readonly date: string;
  readonly city: string;
  readonly status: SupportStatus;
};
export const SUPPORT_REQUESTS: readonly SupportRequest[] = [
  {
    id: 1,
    name: 'Maren Holt',
    email: 'maren@harbourhotel.example',
    product: 'Wall outlet',
    price: '$ 199',
    date: '11 Jul 2026',
    city: 'Bergen',
    status: 'Sent',
  },
  {
    id: 2,
    name: 'Tariq Osman',
    email: 'tariq@northgym.example',
    product: 'Desk outlet',
    price: '$ 129',
    date: '15 Jul 2026',
    city: 'Leeds',
    status: 'Sent',
  },
  {
    id: 3,
    name: 'Inés Prado',
    email: 'ines@cafeluz.example',
    product: 'Counter outlet',
    price: '$ 149',
    date: '1 Aug 2026',
    city: 'Porto',
    status: 'Sent',
  },
  {
    id: 4,
    name: 'Duc Pham',
    email: 'duc@cityarena.example',
    product: 'Stand outlet',
    price: '$ 349',
    date: '4 Aug 2026',
    city: 'Denver',
    status: 'Pending',
  },
  {
    id: 5,
    name: 'Ola Nwosu',
    email: 'ola@gatelounge.example',
    product: 'Wall outlet',
    price: '$ 199',
    date: '9 Aug 2026',
    city: 'Lagos',
    status: 'Declined',
  },
];

export type Task = {
  readonly id: number;
  readonly type: 'Meeting' | 'Call' | 'Interview';
  readonly title: string;
  readonly time: string;
  readonly completed: boolean;
};
export const TASKS: readonly Task[] = [
  { id: 1, type: 'Meeting', title: 'Walk through the new venue plan', time: '9:00', completed: false },
  { id: 2, type: 'Call', title: 'Delivery date of the wall outlets', time: '12:00', completed: false },
  { id: 3, type: 'Meeting', title: 'Sponsors of the spring campaign', time: '14:00', completed: false },
  { id: 4, type: 'Interview', title: 'Field technician, second round', time: '15:00', completed: false },
];
/** The tasks that "See All" adds. */
export const LATER_TASKS = [
  { day: 'Tomorrow', title: 'Sign off the firmware release', time: '10:00' },
  { day: 'Thursday', title: 'Quarterly figures for the owners', time: '11:30' },
  { day: 'Friday', title: 'Site visit at the airport', time: '13:00' },
] as const;

/** Text between asterisks is bold. */
export const NOTIFICATIONS = [
  { id: 1, icon: 'check', color: 'success', content: '*12 outlets* came online at the harbour' },
  { id: 2, icon: 'user', color: 'primary', content: '*Maren Holt* joined your team' },
  { id: 3, icon: 'alert', color: 'danger', content: 'Outlet *00AF* has been silent for an hour' },
  { id: 4, icon: 'mail', color: 'info', content: 'New message from *Inés Prado*' },
  { id: 5, icon: 'chart', color: 'primary', content: 'The *weekly report* is ready' },
  { id: 6, icon: 'download', color: 'success', content: 'Firmware *2.4.1* is available' },
] as const;

/** Visits by country, in thousands. */
export const VISITS_BY_COUNTRY: readonly (readonly [country: string, thousands: number])[] = [
  ['US', 812],
  ['DE', 344],
  ['GB', 318],
  ['FR', 276],
  ['ES', 214],
  ['IT', 198],
  ['PL', 151],
  ['NL', 127],
  ['SE', 96],
  ['NO', 88],
  ['PT', 73],
  ['TR', 69],
  ['MA', 52],
  ['EG', 47],
  ['NG', 44],
  ['UA', 41],
  ['GR', 38],
  ['CA', 190],
  ['BR', 163],
  ['IN', 284],
  ['JP', 142],
  ['AU', 117],
];
