/** A flight's code, and the name that its advertiser gave it; '' if it has none. */
type NamedFlight = { readonly code: string; readonly label: string };

/** Returns how lists name a flight: its name with the code, or only the code: "Lobby screens (SPRING-1)". */
export const flightName = ({ code, label }: NamedFlight): string => (label === '' ? code : `${label} (${code})`);

/** Returns the campaign of a document's line, with the flight's name if it has one. The line names the code itself. */
export const campaignWithFlight = ({
  campaign,
  label,
}: {
  readonly campaign: string;
  readonly label: string;
}): string => (label === '' ? campaign : `${campaign}, ${label}`);
