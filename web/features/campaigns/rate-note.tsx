import { useQuery } from '@tanstack/react-query';
import { MODEL_WORDS, pricesByPlace, priceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { rateCardQuery } from './campaigns-api.ts';

/** The current prices of the rate card, by venue type. */
export function RateNote({ model }: { model: string }) {
  const { data } = useQuery(rateCardQuery);
  if (!(model in MODEL_WORDS) || data === undefined) return null;
  const holding = data.data.filter((rate) => rate.model === model && rate.holds);
  if (holding.length === 0)
    return <p className={classes.muted}>The rate card has no price for this; an administrator sets one.</p>;
  return (
    <ul className={classes.plainList}>
      {pricesByPlace(holding).map(({ model: of, price, venue_type: type, where }) => (
        <li key={type ?? ''}>
          <strong>{priceWords(of, price)}</strong> <span className={classes.muted}>{where}</span>
        </li>
      ))}
    </ul>
  );
}
