/** What a link to the form may begin the message with. */
const BEGINNINGS = {
  outlets:
    'I would like to know more about outlets for our place.\n\nPlace, town: \nSockets that guests share today: \n',
  campaign: 'I would like to plan a campaign.\n\nWhere and whom it should meet: \nDates and budget: \n',
} as const;
export type ContactTopic = keyof typeof BEGINNINGS;

/** Reads the address of the form; whatever else it says is dropped. */
export const validateContactSearch = ({ about }: Record<string, unknown>): { about?: ContactTopic } =>
  about === 'outlets' || about === 'campaign' ? { about } : {};

export const beginningOf = (topic: ContactTopic | undefined): string => (topic === undefined ? '' : BEGINNINGS[topic]);
