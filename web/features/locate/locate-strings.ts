/** Texts of `locate-page.tsx`. */
export const locatePageStrings = {
  deviceEUI: 'Device EUI',
  label: 'Label',
  customer: 'Customer',
  venue: 'Venue',
  status: 'Status',
  lastSeen: 'Last seen',
  showOnTheMap: 'Show {eui} on the map',
  showOnMap: 'Show on map',
  locate: 'Map',
  everyOutletYouHaveAccess: 'Every outlet you have access to, by its EUI',
  outletsInYourScope: 'Outlets in your scope',
  outlets: 'Outlets',
  eUILabelCustomerOrVenue: 'EUI, label, customer or venue',
  noOutletsYet: 'No outlets yet',
  theOutletsOfYourCustomer: 'The outlets of your customer, or where your campaigns ran, are listed here.',
} as const;
