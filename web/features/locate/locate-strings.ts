/** Texts of `locate-page.tsx`. */
export const locatePageStrings = {
  deviceEUI: 'Device EUI',
  label: 'Label',
  customer: 'Customer',
  venue: 'Venue',
  status: 'Status',
  lastContact: 'Last contact',
  showOutletOnMap: 'Show {eui} on map',
  showOnMap: 'Show on map',
  locate: 'Map',
  context: 'All outlets you can access',
  outletList: 'Outlet list',
  outlets: 'Outlets',
  searchLabel: 'EUI, label, customer, or venue',
  emptyTitle: 'No outlets yet',
  emptyText: 'Your outlets, or the outlets where your campaigns ran, appear here.',
} as const;
