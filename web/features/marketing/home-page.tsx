import { formatDollars, formatPercent } from '../../lib/formatters.ts';
import { EarningsCalculator } from './earnings-calculator.tsx';
import { Comparison, Steps } from './explanations.tsx';
import {
  type Feature,
  Features,
  LoadDrawing,
  OverloadDrawing,
  ShortCircuitDrawing,
  SurgeDrawing,
  TamperDrawing,
} from './features.tsx';
import { Footer } from './footer.tsx';
import { OwnerDrawing } from './hero-drawings.tsx';
import classes from './marketing.module.css';
import { Places, type PlaceText } from './places.tsx';
import { Band, type Call, Facts, Hero, Section } from './sections.tsx';
import { useTerms } from './use-terms.ts';

const GET_OUTLETS: Call = { label: 'Get outlets for your location', to: '/app/contact', about: 'outlets' };
const SEE_FIGURES: Call = { label: 'See your figures', to: '/app/main/dashboard' };
const TO_ADVERTISERS: Call = { label: 'What advertisers get', to: '/app/advertise' };

const PLACES: readonly PlaceText[] = [
  { place: 'hotel', name: 'Hotels', text: 'Lobby, bar and meeting rooms: guests sit where the outlet is.' },
  { place: 'rental', name: 'Short-term rentals', text: 'One outlet in an apartment serves every guest of the year.' },
  {
    place: 'airport',
    name: 'Airports',
    text: 'Gates and lounges, where travelers have low batteries and an hour to spare.',
  },
  { place: 'restaurant', name: 'Restaurants', text: 'A table with power is a reason to stay for dessert.' },
  { place: 'coffee', name: 'Coffee shops', text: 'The seat beside the outlet is the first one taken.' },
  { place: 'library', name: 'Libraries', text: 'Long, quiet stays, with a screen that is just as quiet.' },
  { place: 'arena', name: 'Arenas', text: 'Thousands of fans use up their batteries filming.' },
  { place: 'gym', name: 'Gyms', text: 'A charge takes about as long as a workout.' },
];

const FEATURES: readonly Feature[] = [
  {
    title: 'Real-time consumption tracking',
    text: 'See each charge on your dashboard as it happens: charges, kWh and earnings per outlet and day, metered if the outlet has a meter.',
    drawing: <LoadDrawing />,
  },
  {
    title: 'Tamper-resistant',
    text: 'A closed housing without loose parts. An outlet without contact is marked late within 15 minutes.',
    drawing: <TamperDrawing />,
  },
  {
    title: 'Surge protection',
    text: 'Power spikes stop at the outlet, not in a guest’s phone.',
    drawing: <SurgeDrawing />,
  },
  {
    title: 'Short-circuit protection',
    text: 'A broken cable turns off one outlet, and nothing else in the room.',
    drawing: <ShortCircuitDrawing />,
  },
  {
    title: 'Overload protection',
    text: 'The outlet limits its load before your circuit breaker has to.',
    drawing: <OverloadDrawing />,
  },
];

const STEPS = [
  {
    title: 'Outlets are installed',
    text: 'Where people already wait. Each one is on your map, with its venue and status.',
  },
  { title: 'Guests charge', text: 'An ad plays, and the charge starts. Guests pay nothing and stay anonymous.' },
  {
    title: 'You get paid',
    text: 'Your share of every view is fixed when it happens. Download a PDF statement for any period with one click.',
  },
];

/** The page `/app/home`: what the product offers outlet owners (docs/specification.md#purpose-and-users). */
export function HomePage() {
  const { kwhPerView, dollarsPerKwh, ownerShare } = useTerms();
  const share = formatPercent(ownerShare * 100);
  return (
    <div className={classes.page}>
      <Hero
        eyebrow="For property owners"
        title="Your outlets already draw a crowd. Let them earn."
        lead="Wherever people wait, they look for an outlet. Voltboard outlets charge their phones, advertisers pay for it, and you get a share of every view."
        calls={[GET_OUTLETS, SEE_FIGURES]}
      >
        <OwnerDrawing share={share} />
      </Hero>
      <Facts
        facts={[
          { figure: share, meaning: 'of the recorded revenue goes to the owner, unless a contract says otherwise' },
          { figure: `${kwhPerView} kWh`, meaning: 'estimated per charge if there is no meter' },
          { figure: formatDollars(dollarsPerKwh), meaning: 'estimated price of electricity per kWh' },
          { figure: '15 min', meaning: 'without contact, and an outlet is marked late on your map' },
        ]}
      />
      <Section
        title="From cost center to profit center"
        intro="Public outlets cost money and give you no data. With advertisers behind each charge, they pay for their own electricity and report what they do."
      >
        <Comparison
          before={{
            title: 'An ordinary outlet',
            lines: [
              'You pay for power that strangers use.',
              'You don’t know how much, or where.',
              'You learn about defects when guests complain.',
            ],
          }}
          after={{
            title: 'A Voltboard outlet',
            lines: [
              'Advertisers pay for each charge, and you keep a share.',
              'You see charges, kWh and earnings per outlet, down to the last view.',
              'You know which outlets are offline before guests do.',
            ],
          }}
        />
      </Section>
      <Section title="What would yours earn?" intro="Move the sliders. The calculation uses this network’s terms.">
        <EarningsCalculator />
      </Section>
      <Section title="Made for places where people wait" intro="High traffic, time to spare and low batteries.">
        <Places places={PLACES} />
      </Section>
      <Section title="An outlet that looks after itself">
        <Features features={FEATURES} />
      </Section>
      <Section title="How it works">
        <Steps steps={STEPS} />
      </Section>
      <Band
        title="How many outlets do your guests share today?"
        text="Tell us about your location. We reply with what we would install and what it would earn."
        calls={[GET_OUTLETS, TO_ADVERTISERS]}
      />
      <Footer />
    </div>
  );
}
