import natureDunes from '../pictures/nature-dunes.svg';
import natureForest from '../pictures/nature-forest.svg';
import natureLake from '../pictures/nature-lake.svg';
import natureMeadow from '../pictures/nature-meadow.svg';
import peopleBeach from '../pictures/people-beach.svg';
import peopleConcert from '../pictures/people-concert.svg';
import peopleCyclist from '../pictures/people-cyclist.svg';
import peopleMeeting from '../pictures/people-meeting.svg';
import peoplePortrait from '../pictures/people-portrait.svg';
import spaceNebula from '../pictures/space-nebula.svg';
import spacePlanet from '../pictures/space-ringed-planet.svg';
import spaceRocket from '../pictures/space-rocket.svg';

export type GalleryGroup = 'nature' | 'people' | 'space';
export type GalleryImage = {
  readonly name: string;
  readonly groups: readonly GalleryGroup[];
  readonly src: string;
  readonly date: string;
  readonly like?: boolean;
};

/** Twelve drawings: nature 4, people 5, space 3; eight are liked. */
export const IMAGES: readonly GalleryImage[] = [
  { name: 'Mountain lake', groups: ['nature'], src: natureLake, date: '10 mins', like: true },
  { name: 'Ringed planet', groups: ['space'], src: spacePlanet, date: '1 hour', like: true },
  { name: 'Morning portrait', groups: ['people'], src: peoplePortrait, date: '2 hours' },
  { name: 'Nebula', groups: ['space'], src: spaceNebula, date: '2 hours', like: true },
  { name: 'Forest light', groups: ['nature'], src: natureForest, date: '3 hours', like: true },
  { name: 'Team at the table', groups: ['people'], src: peopleMeeting, date: '5 hours', like: true },
  { name: 'City cyclist', groups: ['people'], src: peopleCyclist, date: '8 hours' },
  { name: 'Cactus and dunes', groups: ['nature'], src: natureDunes, date: '1 day', like: true },
  { name: 'Rocket', groups: ['space'], src: spaceRocket, date: '1 day' },
  { name: 'Evening concert', groups: ['people'], src: peopleConcert, date: '2 days', like: true },
  { name: 'Beach jump', groups: ['people'], src: peopleBeach, date: '3 days', like: true },
  { name: 'Wild meadow', groups: ['nature'], src: natureMeadow, date: '1 week' },
];
