export type Category = 'hotel' | 'airport' | 'cafe' | 'library' | 'gym' | 'arena' | 'rental';

/**
 * A fictitious owner of outlets: the approximate number of its outlets, and the towns (as in `US_CITIES`) of its
 * venues.
 */
export type PropertyCustomer = readonly [name: string, outlets: number, ...towns: string[]];

/** An airport, an arena or a library has one town. Chains use their towns in this order. */
export const PROPERTY_CUSTOMERS: Readonly<Record<Category, readonly PropertyCustomer[]>> = {
  hotel: [
    ['Larkspur Hotels', 46, 'Denver CO', 'Portland OR', 'Chicago IL', 'Savannah GA', 'Santa Rosa CA', 'Boston MA'],
    [
      'Harborline Inns',
      62,
      'Norfolk VA',
      'Charleston SC',
      'Savannah GA',
      'Jacksonville FL',
      'Mobile AL',
      'Providence RI',
    ],
    [
      'The Wrenfield Collection',
      38,
      'Manhattan NY',
      'Chicago IL',
      'San Francisco CA',
      'New Orleans LA',
      'Nashville TN',
    ],
    ['Redrock Canyon Lodges', 21, 'Salt Lake City UT', 'Albuquerque NM', 'Tucson AZ'],
    ['Palmetto Sound Resorts', 33, 'Miami FL', 'Fort Lauderdale FL', 'Tampa FL', 'Orlando FL'],
    ['Northgate Suites', 29, 'Seattle WA', 'Tacoma WA', 'Spokane WA', 'Boise ID'],
    ['Juniper House Hotels', 18, 'Reno NV', 'Sacramento CA'],
    ['Cedar & Stone', 12, 'Eugene OR', 'Salem OR'],
    ['Parkway Grand', 14, 'Kansas City MO', 'St. Louis MO'],
    ['Saltbox Inns', 10, 'Providence RI', 'New Haven CT'],
    ['Twin Pines Motor Lodges', 16, 'Amarillo TX', 'Oklahoma City OK', 'Tulsa OK'],
    ['Aldergrove Hospitality', 24, 'Minneapolis MN', 'Madison WI', 'Milwaukee WI'],
  ],
  airport: [
    ['Prairie Regional Airport', 34, 'Wichita KS'],
    ['Bayfront International', 58, 'Oakland CA'],
    ['Cascade Gateway Airport', 41, 'Spokane WA'],
    ['Red Mesa Airport', 19, 'Tucson AZ'],
    ['Great Lakes Air Terminal', 37, 'Toledo OH'],
    ['Piedmont Field', 26, 'Greensboro NC'],
    ['Gulfside International', 31, 'Corpus Christi TX'],
  ],
  cafe: [
    ['Morning Ritual Cafés', 36, 'Brooklyn NY', 'Manhattan NY', 'Jersey City NJ', 'Philadelphia PA'],
    ['Trolley Bell Espresso', 22, 'San Francisco CA', 'Berkeley CA', 'Oakland CA'],
    ['The Daily Grindstone', 15, 'Pittsburgh PA', 'Cleveland OH', 'Columbus OH'],
    ['Kettle & Crumb', 11, 'Boston MA', 'Worcester MA'],
    ['Paper Lantern Tea', 9, 'Seattle WA', 'Bellevue WA'],
    ['Foxglove Coffee', 13, 'Richmond VA', 'Raleigh NC', 'Durham NC'],
    ['Corner Loaf Bakery', 8, 'Saint Paul MN', 'Minneapolis MN'],
    ['Sundial Coffee Bar', 7, 'Phoenix AZ', 'Scottsdale AZ'],
    ['Cobblestone Café', 5, 'Savannah GA'],
    ['Slow Pour Society', 10, 'Portland OR', 'Vancouver WA'],
    ['Little Owl Café', 4, 'Ann Arbor MI'],
    ['Ferry Street Roasters', 6, 'Detroit MI', 'Ann Arbor MI'],
  ],
  library: [
    ['Riverbend Public Library', 17, 'Little Rock AR'],
    ['Lakeshore Library District', 23, 'Milwaukee WI'],
    ['Maplewood Free Library', 8, 'Syracuse NY'],
    ['Capitol Square Libraries', 14, 'Madison WI'],
    ['Sonora Valley Library', 12, 'Tucson AZ'],
    ['Saltmarsh City Library', 9, 'Newport News VA'],
    ['Wheatfield Library System', 11, 'Topeka KS'],
    ['Stonebridge University Library', 20, 'Columbia MO'],
  ],
  gym: [
    ['Ironwood Fitness', 28, 'Phoenix AZ', 'Mesa AZ', 'Chandler AZ', 'Gilbert AZ'],
    ['Summit Athletic Clubs', 24, 'Denver CO', 'Colorado Springs CO', 'Fort Collins CO'],
    ['Pulse Yard', 16, 'Dallas TX', 'Plano TX', 'Fort Worth TX'],
    ['Tidewater Swim & Fit', 10, 'Hampton VA', 'Chesapeake VA'],
    ['Granite Climbing Halls', 12, 'Salt Lake City UT', 'Boise ID'],
    ['Open Mat Studios', 6, 'Austin TX'],
    ['Lamplight Wellness', 9, 'San Diego CA', 'Chula Vista CA'],
    ['Eastside Barbell', 5, 'Cincinnati OH'],
  ],
  arena: [
    ['Foundry Arena', 32, 'Pittsburgh PA'],
    ['Lakefront Pavilion', 27, 'Chicago IL'],
    ['Mesa Dome', 24, 'Albuquerque NM'],
    ['Riverside Amphitheater', 15, 'Cincinnati OH'],
    ['Union Yards Stadium', 38, 'Kansas City MO'],
    ['Old Mill Concert Hall', 9, 'Durham NC'],
    ['Granite State Arena', 18, 'Worcester MA'],
  ],
  rental: [
    ['Stillwater Stays', 22, 'Nashville TN', 'Knoxville TN', 'Chattanooga TN'],
    ['Porchlight Rentals', 18, 'Charleston SC', 'Savannah GA'],
    ['Canyon Key Homes', 13, 'Scottsdale AZ', 'Las Vegas NV'],
    ['Urban Nest Apartments', 25, 'Atlanta GA', 'Charlotte NC', 'Washington, D.C. DC'],
    ['Dune & Drift', 9, 'Cape Coral FL', 'St. Petersburg FL'],
    ['Cabin Row', 11, 'Grand Rapids MI', 'Fort Collins CO'],
    ['Loftline Short Stays', 16, 'Los Angeles CA', 'Pasadena CA', 'San Diego CA'],
    ['Orchard Lane Cottages', 6, 'Fresno CA'],
  ],
};

/** Words that name the venues of a category, after the town's name. */
export const VENUE_WORDS: Readonly<Record<Category, readonly string[]>> = {
  hotel: ['Downtown', 'Airport', 'Riverfront', 'Convention Center', 'Old Town'],
  airport: ['Terminal A', 'Terminal B', 'Terminal C', 'Concourse D', 'Arrivals Hall'],
  cafe: ['Main Street', 'Market Square', 'Station', 'Union', 'Harbor'],
  library: ['Central', 'North Branch', 'West Branch', 'Reading Room', 'Media Lab'],
  gym: ['Midtown', 'Northside', 'Riverside', 'Campus', 'Uptown'],
  arena: ['North Concourse', 'South Concourse', 'Box Office', 'Club Level', 'Plaza'],
  rental: ['Lofts', 'Gardens', 'Terrace', 'Court', 'Row'],
};

/** Words for where an outlet is within a venue, by category. A number follows the words. */
export const OUTLET_WORDS: Readonly<Record<Category, readonly string[]>> = {
  hotel: ['Lobby', 'Breakfast room', 'Bar', 'Meeting room', 'Pool terrace', 'Business corner'],
  airport: ['Gate', 'Baggage claim', 'Food court', 'Check-in', 'Lounge'],
  cafe: ['Window seat', 'Counter', 'Long table', 'Patio'],
  library: ['Reading desk', 'Study room', 'Computer row', 'Periodicals'],
  gym: ['Locker room', 'Cardio row', 'Juice bar', 'Front desk'],
  arena: ['Section', 'Concession', 'Ticket hall', 'Suite level'],
  rental: ['Unit', 'Laundry', 'Shared kitchen', 'Courtyard'],
};

export const STREETS = [
  'Main St',
  'Market St',
  'Oak Ave',
  'Harbor Blvd',
  'Union St',
  'Maple Ave',
  'Front St',
  'College Ave',
  'Station Rd',
  'Lake Shore Dr',
] as const;
