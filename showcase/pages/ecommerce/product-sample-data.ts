/** The 32 fictional reviews of the sample, newest first, with 4.6 stars on average. */
export const REVIEWS: readonly { readonly name: string; readonly stars: number; readonly text: string }[] = [
  { name: 'Maren H.', stars: 5, text: 'Walked two trade fairs in them without thinking of my feet once.' },
  { name: 'Tariq O.', stars: 5, text: 'Light, quiet on marble floors, and easy to clean.' },
  { name: 'Inés P.', stars: 4, text: 'Lovely to wear; the laces could be a little longer.' },
  { name: 'Duc P.', stars: 5, text: 'Third pair. The first one is still in use at home.' },
  { name: 'Ola N.', stars: 5, text: 'Right size at the first try, thanks to the size guide.' },
  { name: 'Greta S.', stars: 4, text: 'Runs a touch narrow for me, otherwise perfect.' },
  { name: 'Jonas W.', stars: 5, text: 'Rain, slush, office: they take it all.' },
  { name: 'Amara K.', stars: 5, text: 'The cork inside has taken the shape of my foot within a week.' },
  { name: 'Pavel R.', stars: 4, text: 'Good grip on wet ferry decks.' },
  { name: 'Lucía M.', stars: 5, text: 'Bought for work, now worn every day.' },
  { name: 'Noor A.', stars: 5, text: 'No rubbing anywhere, not even on the first day.' },
  { name: 'Sven B.', stars: 3, text: 'Comfortable, but I had hoped for more colours.' },
  { name: 'Hana T.', stars: 5, text: 'So light that I check whether I have them on.' },
  { name: 'Ewan G.', stars: 5, text: 'The cobbler changed the sole in ten minutes, as promised.' },
  { name: 'Bianca F.', stars: 4, text: 'Well made. Delivery took the full three days.' },
  { name: 'Kofi D.', stars: 5, text: 'My night shift shoes for a year now.' },
  { name: 'Elif Y.', stars: 5, text: 'A calm design that goes with everything.' },
  { name: 'Marcus L.', stars: 4, text: 'Nearly new after a hundred kilometres.' },
  { name: 'Sofia V.', stars: 5, text: 'Ordered one pair, came back for two more.' },
  { name: 'Aiko N.', stars: 5, text: 'The only shoes I pack for a week away.' },
  { name: 'Peter Q.', stars: 4, text: 'A bit warm in August, fine for the rest of the year.' },
  { name: 'Rosa C.', stars: 5, text: 'Easy on a bad knee.' },
  { name: 'Tomás E.', stars: 5, text: 'The white ones clean up with a damp cloth. Really.' },
  { name: 'Yara B.', stars: 4, text: 'Took a week to soften, then lovely.' },
  { name: 'Owen H.', stars: 5, text: 'Good box: no plastic anywhere.' },
  { name: 'Mina J.', stars: 5, text: 'Steady on cobbles, silent in the library.' },
  { name: 'Frida L.', stars: 4, text: 'Half sizes in between would be welcome.' },
  { name: 'Ravi S.', stars: 5, text: 'Exactly as drawn.' },
  { name: 'Clara Z.', stars: 5, text: 'My mother wants them too.' },
  { name: 'Ibrahim M.', stars: 4, text: 'Solid. The bolt on the side took some getting used to.' },
  { name: 'Louise D.', stars: 5, text: 'Long platforms, short breaks, happy feet.' },
  { name: 'Nils A.', stars: 4, text: 'A fair price for shoes that can be mended.' },
];

/** Sizes of the product page (docs/specification.md#constants): 1 to 5. */
export const SIZES = [
  { size: 1, european: '36–37', foot: '23.0 cm' },
  { size: 2, european: '38–39', foot: '24.5 cm' },
  { size: 3, european: '40–41', foot: '26.0 cm' },
  { size: 4, european: '42–43', foot: '27.5 cm' },
  { size: 5, european: '44–45', foot: '29.0 cm' },
] as const;

export const QUANTITIES = ['1', '2', '3', '4', '5', '6', '7'] as const;
