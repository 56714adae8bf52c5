/** Twelve fictitious advertisers with the names of their forty campaigns. */
export const SPONSORS: readonly (readonly [name: string, code: string, campaigns: readonly string[]])[] = [
  ['Brightleaf Coffee', 'BRL', ['Autumn blend', 'Loyalty card', 'Cold brew weekends', 'Gift cards', 'Winter menu']],
  ['Northwind Mobile', 'NWM', ['Unlimited winter', 'Bring your number', 'Student plan', 'Travel pass']],
  ['Solstice Streaming', 'SOL', ['New season', 'Family plan', 'Live sports', 'Documentary week']],
  ['Kite Airlines', 'KIT', ['Fall getaways', 'Kite miles', 'New routes', 'Holiday fares']],
  ['Fernway Grocers', 'FRN', ['Weekly fresh', 'Delivery in an hour', 'Harvest table']],
  ['Quill Insurance', 'QIL', ['Renters in minutes', 'Safe driver', 'Small business']],
  ['Pinnacle Sportswear', 'PIN', ['Trail season', 'Members first', 'Race day']],
  ['Thistle & Bell Brewing', 'TBB', ['Taproom nights', 'Zero proof', 'Winter ale']],
  ['Clearpath Bank', 'CLP', ['Checking bonus', 'First home', 'Travel card']],
  ['Tern Electric Cars', 'TRN', ['Test drive', 'Winter range']],
  ['Lumen Eyewear', 'LUM', ['Two pairs', 'Home try-on', 'Screen glasses']],
  ['Saffron Street Kitchen', 'SAF', ['Lunch club', 'Family feast', 'Cook along']],
];
