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

const GET_OUTLETS: Call = { label: 'Get outlets for your place', to: '/app/contact', about: 'outlets' };
const SEE_FIGURES: Call = { label: 'See your figures', to: '/app/main/dashboard' };
const TO_ADVERTISERS: Call = { label: 'What advertisers get', to: '/app/advertise' };

const PLACES: readonly PlaceText[] = [
  { place: 'hotel', name: 'Hotels', text: 'Lobby, bar and meeting rooms: guests sit down where the socket is.' },
  { place: 'rental', name: 'Short-term rentals', text: 'One outlet in a flat meets every new guest of the year.' },
  { place: 'airport', name: 'Airports', text: 'Gates and lounges, where a low battery meets an hour to spare.' },
  { place: 'restaurant', name: 'Restaurants', text: 'A table with power is a reason to stay for dessert.' },
  { place: 'coffee', name: 'Coffee shops', text: 'The seat beside the socket is the first one taken.' },
  { place: 'library', name: 'Libraries', text: 'Long, quiet stays, and a screen that stays quiet as well.' },
  { place: 'arena', name: 'Arenas', text: 'Thousands arrive with half a battery and film the other half away.' },
  { place: 'gym', name: 'Gyms', text: 'A charge takes about as long as a workout.' },
];

const FEATURES: readonly Feature[] = [
  {
    title: 'Real-time consumption tracking',
    text: 'Each charge turns up on your dashboard as it happens: charges, kWh and earnings, per outlet, per day, metered where the outlet has a meter.',
    drawing: <LoadDrawing />,
  },
  {
    title: 'Tamper-resistant',
    text: 'A closed housing without loose parts. An outlet that falls silent is marked late within 15 minutes.',
    drawing: <TamperDrawing />,
  },
  {
    title: 'Surge protection',
    text: 'A spike from the grid ends in the outlet, not in a guest’s phone.',
    drawing: <SurgeDrawing />,
  },
  {
    title: 'Short-circuit protection',
    text: 'A broken cable switches this one outlet off, and nothing else in the room.',
    drawing: <ShortCircuitDrawing />,
  },
  {
    title: 'Overload protection',
    text: 'Whatever is plugged in, the outlet gives no more than it may, before your breaker has to.',
    drawing: <OverloadDrawing />,
  },
];

const STEPS = [
  { title: 'Outlets go up', text: 'Where people already wait. Each one is on your map, with its venue and its state.' },
  { title: 'Guests charge', text: 'An ad plays, the charge begins. Guests pay nothing and give no name.' },
  {
    title: 'You are paid',
    text: 'Your share of every view is fixed the moment it happens. A statement of any period is one click away, as a PDF.',
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
        lead="Wherever people wait, they look for a socket. Voltboard outlets charge their phones, an advertiser pays for the moment, and a share of every view is yours."
        calls={[GET_OUTLETS, SEE_FIGURES]}
      >
        <OwnerDrawing share={share} />
      </Hero>
      <Facts
        facts={[
          { figure: share, meaning: 'of the recorded revenue is the owner’s, unless a contract says otherwise' },
          { figure: `${kwhPerView} kWh`, meaning: 'is reckoned for a charge where no meter says better' },
          { figure: formatDollars(dollarsPerKwh), meaning: 'a kWh is what electricity is reckoned at here' },
          { figure: '15 min', meaning: 'of silence, and an outlet is marked late on your map' },
        ]}
      />
      <Section
        title="From cost centre to profit centre"
        intro="Public sockets cost money and say nothing. With an advertiser behind each charge they pay for their own electricity, and tell you what they did."
      >
        <Comparison
          before={{
            title: 'A socket on the wall',
            lines: [
              'You pay for power that strangers use.',
              'Nobody knows how much, or where.',
              'A broken one is found when a guest complains.',
            ],
          }}
          after={{
            title: 'A Voltboard outlet',
            lines: [
              'Advertisers pay for each charge, and you keep a share.',
              'Charges, kWh and earnings per outlet, to the last view.',
              'Online, late or offline: you know before a guest does.',
            ],
          }}
        />
      </Section>
      <Section
        title="What would yours earn?"
        intro="Move the sliders. The rest is reckoned with this network’s own terms."
      >
        <EarningsCalculator />
      </Section>
      <Section
        title="Made for places where people wait"
        intro="High traffic, time to spare, and a battery that runs low."
      >
        <Places places={PLACES} />
      </Section>
      <Section title="An outlet that looks after itself">
        <Features features={FEATURES} />
      </Section>
      <Section title="How it goes">
        <Steps steps={STEPS} />
      </Section>
      <Band
        title="How many sockets do your guests share today?"
        text="Tell us about your place. We answer with what we would put where, and what it would earn."
        calls={[GET_OUTLETS, TO_ADVERTISERS]}
      />
      <Footer />
    </div>
  );
}
