/** Initial texts of the message, depending on the link that opened the form. */
const BEGINNINGS = {
  outlets:
    'I would like to know more about outlets for our place.\n\nPlace, town: \nSockets that guests share today: \n',
  campaign: 'I would like to plan a campaign.\n\nWhere and whom it should meet: \nDates and budget: \n',
} as const;
export type ContactTopic = keyof typeof BEGINNINGS;

/** Reads the form's search parameters. Drops unknown parameters. */
export const validateContactSearch = ({ about }: Record<string, unknown>): { about?: ContactTopic } =>
  about === 'outlets' || about === 'campaign' ? { about } : {};

export const beginningOf = (topic: ContactTopic | undefined): string => (topic === undefined ? '' : BEGINNINGS[topic]);
