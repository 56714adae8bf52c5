/** What would be credited of a flight: events, what its advertiser pays for them, and the owner's part. */
export type Credit = { readonly events: number; readonly amount_micros: number; readonly owner_micros: number };

type Withheld = { readonly amountMicros: number; readonly ownerMicros: number };

/**
 * As much of a credit as a budget still holds: whole events, in their order, after those that were credited before. Nothing is owed
 * beyond a budget, whatever is found later.
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
