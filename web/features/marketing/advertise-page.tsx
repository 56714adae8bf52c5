import { formatPercent } from '../../lib/formatters.ts';
import { Steps } from './explanations.tsx';
import {
  type Feature,
  Features,
  OnceDrawing,
  PrivacyDrawing,
  SpendDrawing,
  StatementDrawing,
  TargetDrawing,
} from './features.tsx';
import { Footer } from './footer.tsx';
import { AdvertiserDrawing } from './hero-drawings.tsx';
import classes from './marketing.module.css';
import { Places, type PlaceText } from './places.tsx';
import { ReachCalculator } from './reach-calculator.tsx';
import { Band, type Call, Facts, Hero, Section } from './sections.tsx';
import { useTerms } from './use-terms.ts';

const PLAN: Call = { label: 'Plan a campaign', to: '/app/contact', about: 'campaign' };
const SEE_FIGURES: Call = { label: 'See campaign figures', to: '/app/main/dashboard' };
const TO_OWNERS: Call = { label: 'What owners get', to: '/app/home' };

const PLACES: readonly PlaceText[] = [
  { place: 'hotel', name: 'Hotels', text: 'Travelers with an evening to plan.' },
  { place: 'rental', name: 'Short-term rentals', text: 'Guests on their first day, deciding what to see.' },
  { place: 'airport', name: 'Airports', text: 'Passengers at the gate, with time to spare.' },
  { place: 'restaurant', name: 'Restaurants', text: 'Friends at a table, with one phone in the middle.' },
  { place: 'coffee', name: 'Coffee shops', text: 'Regulars who come back to the same seat each week.' },
  { place: 'library', name: 'Libraries', text: 'Students who stay for hours and take breaks.' },
  { place: 'arena', name: 'Arenas', text: 'Fans before the show and during the break.' },
  { place: 'gym', name: 'Gyms', text: 'Members who care what they eat, drink and wear.' },
];

const STEPS = [
  {
    title: 'View',
    text: 'A visitor plugs in, your ad is shown, and the charge that it pays for starts.',
    note: 'Pay per 1,000 views, or a flat price per view',
  },
  {
    title: 'Click',
    text: 'The visitor follows the ad. Every click belongs to a view.',
    note: 'Pay per click',
  },
  { title: 'Burn', text: 'The ad played to its end and counts toward the flight’s budget.', note: 'Pay per burn' },
];

const FEATURES: readonly Feature[] = [
  {
    title: 'Live figures',
    text: 'See views, clicks and spend live, by venue and outlet. Download a PDF statement for any period.',
    drawing: <SpendDrawing />,
  },
  {
    title: 'Only where you choose',
    text: 'Each flight has its own dates, budget, and venues or outlets.',
    drawing: <TargetDrawing />,
  },
  {
    title: 'Counted once',
    text: 'Duplicate reports change nothing, because each event has a permanent ID.',
    drawing: <OnceDrawing />,
  },
  {
    title: 'Fixed prices',
    text: 'The price of a view is fixed when it happens. A new price applies from its start date, never retroactively.',
    drawing: <StatementDrawing />,
  },
  {
    title: 'No names, no profiles',
    text: 'You see when and where your ad was shown. No one sees who watched it.',
    drawing: <PrivacyDrawing />,
  },
];

/** The page `/app/advertise`: what the product offers advertisers (docs/specification.md#purpose-and-users). */
export function AdvertisePage() {
  const { kwhPerView, ownerShare } = useTerms();
  return (
    <div className={classes.page}>
      <Hero
        eyebrow="For advertisers"
        title="Be on the screen beside the socket."
        lead="People who charge their phones wait for minutes in busy places. Your campaign plays there, and you pay only for ads that were shown."
        calls={[PLAN, SEE_FIGURES]}
      >
        <AdvertiserDrawing />
      </Hero>
      <Facts
        facts={[
          { figure: '8', meaning: 'types of busy places, from hotel lobbies to arenas' },
          { figure: '4', meaning: 'ways to pay: per 1,000 views, per view, per click, per burn' },
          { figure: `${kwhPerView} kWh`, meaning: 'of power that visitors get with each view, thanks to you' },
          { figure: formatPercent(ownerShare * 100), meaning: 'of your spend supports the place that hosts you' },
        ]}
      />
      <Section
        title="You pay for what happened"
        intro="Outlets report three kinds of events. Each has its own ID and is stored before it is acknowledged."
      >
        <Steps steps={STEPS} />
      </Section>
      <Section title="What does your budget buy?" intro="Move the sliders. Prices are agreed per flight.">
        <ReachCalculator />
      </Section>
      <Section title="Your audience" intro="High-traffic places, and people with a few minutes to spare.">
        <Places places={PLACES} />
      </Section>
      <Section title="Campaigns you can verify">
        <Features features={FEATURES} />
      </Section>
      <Band
        title="Where should your next campaign run?"
        text="Tell us where and who you want to reach. We reply with outlets, dates and a price."
        calls={[PLAN, TO_OWNERS]}
      />
      <Footer />
    </div>
  );
}
