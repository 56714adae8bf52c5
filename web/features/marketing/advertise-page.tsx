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
  { place: 'hotel', name: 'Hotels', text: 'Travellers with an evening to plan and nobody to ask.' },
  { place: 'rental', name: 'Short-term rentals', text: 'Guests on their first day, deciding what to see.' },
  { place: 'airport', name: 'Airports', text: 'Passengers at the gate, with nothing left to queue for.' },
  { place: 'restaurant', name: 'Restaurants', text: 'Friends at a table, one phone in the middle.' },
  { place: 'coffee', name: 'Coffee shops', text: 'Regulars who come back to the same seat each week.' },
  { place: 'library', name: 'Libraries', text: 'Students who stay for hours and look up now and then.' },
  { place: 'arena', name: 'Arenas', text: 'Fans before the doors open and in the break.' },
  { place: 'gym', name: 'Gyms', text: 'Members who care what they eat, drink and wear.' },
];

const STEPS = [
  {
    title: 'View',
    text: 'A visitor plugs in, your ad is shown, and the charge it pays for begins.',
    note: 'Pay per 1,000 views, or a flat price a view',
  },
  {
    title: 'Click',
    text: 'The visitor follows the ad. A click always names the view it came from.',
    note: 'Pay per click',
  },
  { title: 'Burn', text: 'The ad played to its end and is taken off what the flight bought.', note: 'Pay per burn' },
];

const FEATURES: readonly Feature[] = [
  {
    title: 'Figures while the campaign runs',
    text: 'Views, clicks and spend arrive live, per venue and per outlet. Any period can be taken away as a PDF statement.',
    drawing: <SpendDrawing />,
  },
  {
    title: 'Only where you choose',
    text: 'A flight has its dates, its budget and the venues or single outlets it may run at.',
    drawing: <TargetDrawing />,
  },
  {
    title: 'Counted once',
    text: 'An outlet that repeats itself changes nothing: an event is known by its id, for ever.',
    drawing: <OnceDrawing />,
  },
  {
    title: 'A price that stays',
    text: 'What a view costs is fixed when it happens. A new price holds from its date on, never backwards.',
    drawing: <StatementDrawing />,
  },
  {
    title: 'No names, no profiles',
    text: 'You see when and where your ad was shown. You do not see who looked, and nor does anybody else.',
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
        lead="People who charge a phone stand still for minutes, in busy places, with nothing to do but look. Your campaign plays there, and you pay for what was really shown."
        calls={[PLAN, SEE_FIGURES]}
      >
        <AdvertiserDrawing />
      </Hero>
      <Facts
        facts={[
          { figure: '8', meaning: 'kinds of busy places, from hotel lobbies to arenas' },
          { figure: '4', meaning: 'ways to pay: per 1,000 views, per view, per click, per burn' },
          { figure: `${kwhPerView} kWh`, meaning: 'of power is given to a visitor with each view, in your name' },
          { figure: formatPercent(ownerShare * 100), meaning: 'of your spend supports the place that hosts you' },
        ]}
      />
      <Section
        title="You pay for what happened"
        intro="Three events, each with an id of its own, reported by the outlet and stored before it is acknowledged."
      >
        <Steps steps={STEPS} />
      </Section>
      <Section title="What does your budget buy?" intro="Move the sliders; prices are agreed per flight.">
        <ReachCalculator />
      </Section>
      <Section title="Whom you meet" intro="High-traffic places, and people with a few minutes on their hands.">
        <Places places={PLACES} />
      </Section>
      <Section title="A campaign you can check">
        <Features features={FEATURES} />
      </Section>
      <Band
        title="Where should your next campaign be seen?"
        text="Tell us where and whom you want to meet. We answer with outlets, dates and a price."
        calls={[PLAN, TO_OWNERS]}
      />
      <Footer />
    </div>
  );
}
