/**
 * A country or area with its ISO 3166-1 codes. `thousands` is the population around 2016 in thousands, rounded; null if
 * unknown.
 */
export type Country = {
  readonly id: string;
  /** ISO 3166-1 numeric code, as in the outlines. */
  readonly number: string;
  readonly name: string;
  readonly thousands: number | null;
  /** Whether it is a member of the United Nations. */
  readonly isMember: boolean;
};
export type Region = { readonly name: string; readonly countries: readonly Country[] };
export type Continent = { readonly name: string; readonly regions: readonly Region[] };

/** Code, ISO number, and population in thousands. A star marks entries that are not members of the United Nations. */
const WORLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Africa: {
    'Eastern Africa':
      'BI 108 10500, KM 174 796, DJ 262 942, ER 232 4955, ET 231 102403, KE 404 48462, MG 450 24895, MW 454 18092, MU 480 1262, *YT 175 246, MZ 508 28829, *RE 638 867, RW 646 11918, SC 690 94, SO 706 14318, SS 728 12231, UG 800 41488, TZ 834 55572, ZM 894 16591, ZW 716 16150',
    'Middle Africa':
      'AO 024 28813, CM 120 23439, CF 140 4595, TD 148 14453, CG 178 5126, CD 180 78736, GQ 226 1221, GA 266 1980, ST 678 200',
    'Northern Africa': 'DZ 012 40606, EG 818 95689, LY 434 6293, MA 504 35277, SD 729 39579, TN 788 11403, *EH 732 -',
    'Southern Africa': 'BW 072 2250, LS 426 2204, NA 516 2480, ZA 710 56015, SZ 748 1343',
    'Western Africa':
      'BJ 204 10872, BF 854 18646, CV 132 540, CI 384 23696, GM 270 2039, GH 288 28207, GN 324 12396, GW 624 1816, LR 430 4614, ML 466 17995, MR 478 4301, NE 562 20673, NG 566 185990, *SH 654 4, SN 686 15412, SL 694 7396, TG 768 7606',
  },
  Americas: {
    Caribbean:
      '*AI 660 15, AG 028 101, *AW 533 105, BS 044 391, BB 052 285, *VG 092 31, *BQ 535 25, *KY 136 61, CU 192 11476, *CW 531 159, DM 212 74, DO 214 10649, GD 308 107, *GP 312 450, HT 332 10847, JM 388 2881, *MQ 474 385, *MS 500 5, *PR 630 3668, KN 659 55, LC 662 178, VC 670 110, *SX 534 40, TT 780 1365, *TC 796 35, *VI 850 105',
    'Central America':
      'BZ 084 367, CR 188 4857, SV 222 6345, GT 320 16582, HN 340 9113, MX 484 127540, NI 558 6150, PA 591 4034',
    'South America':
      'AR 032 43847, BO 068 10888, BR 076 207653, CL 152 17910, CO 170 48653, EC 218 16385, *FK 238 3, *GF 254 276, GY 328 773, PY 600 6725, PE 604 31774, SR 740 558, UY 858 3444, VE 862 31568',
    'Northern America': '*BM 060 62, CA 124 36290, *GL 304 56, *PM 666 6, US 840 322180',
  },
  Asia: {
    'Central Asia': 'KZ 398 17988, KG 417 5956, TJ 762 8735, TM 795 5663, UZ 860 31447',
    'Eastern Asia':
      'CN 156 1403500, *HK 344 7303, *MO 446 612, KP 408 25369, JP 392 127749, MN 496 3027, KR 410 50792, *TW 158 23557',
    'South-Eastern Asia':
      'BN 096 423, KH 116 15762, ID 360 261115, LA 418 6758, MY 458 31187, MM 104 52885, PH 608 103320, SG 702 5622, TH 764 68864, TL 626 1269, VN 704 94569',
    'Southern Asia':
      'AF 004 34656, BD 050 162952, BT 064 798, IN 356 1324171, IR 364 80277, MV 462 428, NP 524 28983, PK 586 193203, LK 144 20798',
    'Western Asia':
      'AM 051 2925, AZ 031 9725, BH 048 1425, CY 196 1170, GE 268 3925, IQ 368 37203, IL 376 8192, JO 400 9456, KW 414 4053, LB 422 6007, OM 512 4425, QA 634 2570, SA 682 32276, *PS 275 4791, SY 760 18430, TR 792 79512, AE 784 9270, YE 887 27584',
  },
  Europe: {
    'Eastern Europe':
      'BY 112 9480, BG 100 7131, CZ 203 10611, HU 348 9753, PL 616 38224, MD 498 4060, RO 642 19778, RU 643 143965, SK 703 5444, UA 804 44439',
    'Northern Europe':
      '*JE 832 165, DK 208 5712, EE 233 1312, *FO 234 49, FI 246 5503, IS 352 332, IE 372 4726, *IM 833 84, LV 428 1971, LT 440 2908, NO 578 5255, SE 752 9838, GB 826 65789',
    'Southern Europe':
      'AL 008 2926, AD 020 77, BA 070 3517, HR 191 4213, *GI 292 34, GR 300 11184, *VA 336 1, IT 380 59430, MT 470 429, ME 499 629, PT 620 10372, SM 674 33, RS 688 8820, SI 705 2078, ES 724 46348, MK 807 2081',
    'Western Europe':
      'AT 040 8712, BE 056 11358, FR 250 64721, DE 276 81915, LI 438 38, LU 442 576, MC 492 38, NL 528 16987, CH 756 8402',
  },
  Oceania: {
    'Australia and New Zealand': 'AU 036 24126, NZ 554 4661',
    Melanesia: 'FJ 242 899, *NC 540 273, PG 598 8085, SB 090 599, VU 548 270',
    Micronesia: '*GU 316 163, KI 296 114, MH 584 53, FM 583 105, NR 520 11, *MP 580 55, PW 585 22',
    Polynesia:
      '*AS 016 56, *CK 184 17, *PF 258 280, *NU 570 2, WS 882 195, *TK 772 1, TO 776 107, TV 798 11, *WF 876 12',
  },
};

/** Names of areas that statistics combine and that have no code. */
const OWN_NAMES: Readonly<Record<string, string>> = { JE: 'Channel Islands' };

function readCountry(entry: string, nameOf: (id: string) => string): Country {
  const [code = '', number = '', thousands = '-'] = entry.split(' ');
  const id = code.replace('*', '');
  return {
    id,
    number,
    name: OWN_NAMES[id] ?? nameOf(id),
    thousands: thousands === '-' ? null : Number(thousands),
    isMember: !code.startsWith('*'),
  };
}

/**
 * Returns the world by continent and region, as the United Nations divides it: 5 continents, 22 regions, 233 countries
 * and areas.
 */
export function readWorld(): readonly Continent[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const nameOf = (id: string): string => names.of(id) ?? id;
  return Object.entries(WORLD).map(([name, regions]) => ({
    name,
    regions: Object.entries(regions).map(([region, list]) => ({
      name: region,
      countries: list.split(', ').map((entry) => readCountry(entry, nameOf)),
    })),
  }));
}

/** Returns every country and area of the world, sorted by name. */
export const readCountries = (): readonly Country[] =>
  readWorld()
    .flatMap(({ regions }) => regions.flatMap(({ countries }) => countries))
    .sort((one, other) => one.name.localeCompare(other.name));
