import { contactTopicStrings as strings } from './contact-strings.ts';

/** Initial texts of the message, depending on the link that opened the form. */
const BEGINNINGS = {
  outlets: strings.aboutOutlets,
  campaign: strings.aboutCampaign,
} as const;
export type ContactTopic = keyof typeof BEGINNINGS;

/** Reads the form's search parameters. Drops unknown parameters. */
export const validateContactSearch = ({ about }: Record<string, unknown>): { about?: ContactTopic } =>
  about === 'outlets' || about === 'campaign' ? { about } : {};

export const beginningOf = (topic: ContactTopic | undefined): string => (topic === undefined ? '' : BEGINNINGS[topic]);
