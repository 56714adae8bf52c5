/** Drawings for the sample attachments, 640 by 440. */
const svg = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 440" width="640" height="440">${shapes}</svg>\n`;

const row = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A concourse from above: gates, benches and outlets. */
export const CONCOURSE = svg(
  '<path fill="#eef2f6" d="M0 0h640v440H0z"/><path fill="#fff" stroke="#8a97a8" stroke-width="4" d="M40 120h560v200H40z"/>' +
    row(
      7,
      (gate) =>
        `<path fill="#cfd9e4" stroke="#8a97a8" stroke-width="3" d="M${62 + gate * 76} 60h52v60h-52zM${62 + gate * 76} 320h52v60h-52z"/>`,
    ) +
    row(6, (bench) => `<rect x="${84 + bench * 84}" y="206" width="52" height="28" rx="8" fill="#b9c6a4"/>`) +
    row(
      8,
      (outlet) =>
        `<circle cx="${74 + outlet * 70}" cy="${outlet % 2 === 0 ? 148 : 292}" r="11" fill="#333964"/><path stroke="#fff" stroke-width="3" stroke-linecap="round" d="M${71 + outlet * 70} ${outlet % 2 === 0 ? 144 : 288}v8m6-8v8"/>`,
    ),
);

/** An evening at the pier, with a lamp that has power. */
export const PIER = svg(
  '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#2f3a6b"/><stop offset=".62" stop-color="#c07a86"/><stop offset="1" stop-color="#f6c58f"/></linearGradient></defs>' +
    '<path fill="url(#s)" d="M0 0h640v300H0z"/><circle cx="430" cy="262" r="46" fill="#ffe3b3"/><path fill="#35406f" d="M0 286h640v154H0z"/>' +
    '<path fill="#ffe3b3" opacity=".55" d="M372 302h116v5H372zm22 18h76v5h-76zm14 18h48v5h-48z"/><path fill="#1d2242" d="M0 344h330v16H0zm24 16h12v80H24zm90 0h12v80h-12zm90 0h12v80h-12zm90 0h12v80h-12z"/>' +
    '<path fill="#1d2242" d="M232 190h8v154h-8zm-14-22h36l-6 24h-24z"/><circle cx="236" cy="196" r="13" fill="#fff3c9"/><circle cx="236" cy="196" r="34" fill="#fff3c9" opacity=".25"/>',
);

/** A poster for an outlet. */
export const POSTER = svg(
  '<path fill="#f4ead7" d="M0 0h640v440H0z"/><path fill="#d9634c" d="M0 300h640v140H0z"/><circle cx="320" cy="190" r="132" fill="#fff" stroke="#2b2430" stroke-width="10"/>' +
    '<circle cx="276" cy="176" r="15" fill="#2b2430"/><circle cx="364" cy="176" r="15" fill="#2b2430"/><path fill="none" stroke="#2b2430" stroke-width="10" stroke-linecap="round" d="M270 236q50 44 100 0"/>' +
    '<text x="320" y="386" fill="#fff" font-family="sans-serif" font-size="46" font-weight="700" text-anchor="middle">Sit. Charge. Go on.</text>',
);

/** A hand-drawn map of the way to the meadow. */
export const MEADOW = svg(
  '<path fill="#e4efd6" d="M0 0h640v440H0z"/><path fill="#bcd9ea" d="M0 330q160-60 320 0t320 0v110H0z"/><path fill="none" stroke="#b39b72" stroke-width="14" stroke-linecap="round" stroke-dasharray="2 26" d="M60 40q180 40 150 130t230 110"/>' +
    row(
      9,
      (tree) => `<path fill="#6f9a63" d="M${70 + ((tree * 131) % 520)} ${70 + ((tree * 67) % 180)}l22 46h-44z"/>`,
    ) +
    '<path fill="#d9634c" d="M440 236c-26 0-26 36 0 66 26-30 26-66 0-66z"/><circle cx="440" cy="258" r="9" fill="#fff"/>',
);
