/** A potential credit for a flight: the number of events, the advertiser's charge, and the owner's part. */
export type Credit = { readonly events: number; readonly amount_micros: number; readonly owner_micros: number };

type Withheld = { readonly amountMicros: number; readonly ownerMicros: number };

/**
 * Returns the part of a credit that the remaining budget covers: whole events, in order, after the events credited
 * earlier. Charges never exceed the budget, even if more events later turn out to be valid.
 */
export function creditWithin<Of extends Credit>(
  credit: Of,
  leftMicros: number,
  withheld: readonly Withheld[],
  creditedEvents: number,
): Of {
  if (credit.amount_micros <= leftMicros) return credit;
  let [events, amount, owner] = [0, 0, 0];
  for (const { amountMicros, ownerMicros } of withheld.slice(creditedEvents)) {
    if (events === credit.events || amount + amountMicros > leftMicros) break;
    events += 1;
    amount += amountMicros;
    owner += ownerMicros;
  }
  return { ...credit, events, amount_micros: amount, owner_micros: Math.min(owner, credit.owner_micros) };
}
