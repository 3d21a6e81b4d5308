/**
 * The words that synthetic files are made of. Everything is invented: names are no real persons or companies, NPIs start
 * with 2 (a range that is not assigned), tax ids with 00, telephone numbers are of the 555-01xx range and routing
 * numbers of the unassigned range 99.
 */

export const LAST_NAMES = words(`
  ABERWICK ALDERMOSS ASHVALE BARROWMERE BECKHOLLOW BIRCHGLEN BRAMBLETON BRINDLEWOOD CINDERFORD CLOVERDENE COPPERHAY
  CRANMARSH DAPPLEWELL DUNMALLOW ELDERQUAY EMBERLEY FALLOWMOOR FENBROOKE FERNACRE FLINTHAVEN GALEWORTH GORSEFIELD
  GREYLARK HAZELTHORN HEATHERBY HOLLOWAYNE IVERMOOR JUNIPERTON KESTRELWICK LARKMEAD LINDENFELL LOCHMERRY MALLOWAY
  MARSHWIND MISTLEGROVE NETTLECOMBE OAKMERE ORCHARDSON PEBBLEWYCK PINECROFT QUILLFORD RAVENSWELL REEDHOLM ROWANSTEAD
  RUSHBECK SABLEWOOD SEDGELEY SILVERTARN SORRELBY STONEMALLOW TAMARWOOD TEASELTON THISTLEDOWN TIMBERLAKEN UMBERFORD
  VALEMONT VESPERTON WILLOWMERE WINTERBOURNEY WRENFIELD YARROWAY YEWHOLLOW ZEPHYRTON O'FERNLEY`);

export const FIRST_NAMES = words(`
  ADA ALBIN AMARA ANSEL AVIS BASIL BEATRIX BRAM CALLA CASPIAN CLEM CORIN DAHLIA DARIO DELPHINE DORIAN EDDA ELIAN ELSPETH
  EMRYS FAYE FENN FLORA GARETH GEMMA GRETA HALE HESTER IDRIS INGRID IONA JARED JESSAMY JORAH KEZIA KIT LEIF LENORA LUCAN
  MABEL MARLO MINA NADIA NEVIN ODETTE ORRIN PERRIN PETRA QUILL RENATA ROWAN SABRA SILAS TAMSIN THEO UNA VADA VERN WANDA
  WREN XENIA YORICK ZARA ZENO`);

/** SVC01 composites: HCPCS- and CPT-shaped codes, some with modifiers. */
export const PROCEDURES = words(`
  HC:99213 HC:99213:25 HC:99214 HC:99214:25 HC:99203 HC:99204:25 HC:99232 HC:99283:25 HC:99385 HC:99396 HC:36415 HC:80053
  HC:80061 HC:81002 HC:83036 HC:84443 HC:85025 HC:87880:QW HC:90471 HC:90686 HC:90837 HC:92014 HC:93000 HC:93306:26
  HC:94010 HC:95810:TC HC:97110:GP HC:97110:GP:59 HC:97140:GP:59 HC:97530:GP:59:KX HC:99406 HC:20610:RT HC:20610:LT:59
  HC:29881:RT HC:43239 HC:45378:PT HC:45385:33 HC:66984:LT HC:70450:26 HC:71046 HC:72148:TC HC:73721:RT:26 HC:76700
  HC:77067:GG HC:A0427:RH HC:A4253:NU HC:E0601:RR:KX HC:G0103 HC:G0283:GP HC:G0439 HC:J0696 HC:J1100 HC:J3301 HC:J7050
  HC:L3908:LT HC:Q4131 HC:T1019:U1 HC:V2632`);

/** CAS02 of a line that was denied as a whole. */
export const DENIAL_REASONS = words('16 18 29 50 96 97 109 119 197 204');
export const REMARK_CODES = words('N130 N30 N362 N381 N425 N522 N657 M15 M20 M76 M86 MA130 N19 N56');
export const MOA_REMARKS = words('MA01 MA01*MA18 MA07 MA18 MA01*MA07*MA18 MA15');
export const CLAIM_FILING_CODES = words('12 13 14 15 HM MB MC 16');
export const PLACES_OF_SERVICE = words('11 11 11 22 23 19 21 81 02 12');
export const PLB_REASONS = words('WO FB 72 CS L6');

export const DATES = daysOf2025();
export const NPIS = Array.from({ length: 256 }, (_, index) => npi(210000000 + index * 30011));

export const PAYERS = [
  payer('LANTERN RIDGE HEALTH PLAN', '001000001', '401 SAMPLE PARKWAY', 'HARTWELL', 'OH', '45299', '60054'),
  payer('BLUE HERON MUTUAL', '001000002', '77 EXAMPLE PLAZA', 'MILLBRAE FALLS', 'PA', '19099', '71412'),
  payer('GRANITE STATE BENEFIT TRUST', '001000003', '9 SPECIMEN ROAD', 'QUARRYTOWN', 'NH', '03199', '88221'),
  payer('PRAIRIE SKY COMMUNITY CARE', '001000004', '1200 FIXTURE AVENUE', 'WHEATLAND', 'KS', '67299', '43370'),
];

export const PAYEES = [
  payee('RIVERBEND FAMILY MEDICINE', '12 TEMPLATE LANE', 'HARTWELL', 'OH', '45298'),
  payee('COPPER CANYON IMAGING LLC', '330 PLACEHOLDER STREET', 'SAGEBRUSH', 'AZ', '85099'),
  payee('NORTH PIER ORTHOPEDICS', '8 MOCKINGBIRD WHARF', 'PORT ELDER', 'ME', '04199'),
  payee('SYCAMORE VALLEY HOSPITAL', '1 DUMMY DRIVE', 'SYCAMORE', 'IN', '46299'),
  payee('HARBOR LIGHT LABORATORY', '59 SAMPLE QUAY', 'PORT ELDER', 'ME', '04198'),
  payee('MEADOWLARK PHYSICAL THERAPY', '640 TEST TRAIL', 'WHEATLAND', 'KS', '67298'),
  payee('SUMMIT TRAIL SURGICAL CENTER', '2500 ALPINE EXAMPLE WAY', 'HIGHMEADOW', 'CO', '80299'),
  payee('WILLOW CREEK PEDIATRICS', '18 STORYBOOK COURT', 'MILLBRAE FALLS', 'PA', '19098'),
];

function words(text) {
  return text.trim().split(/\s+/);
}

function daysOf2025() {
  return Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', ''));
}

/** Completes nine digits to an NPI: Luhn check digit over the prefix 80840 and the digits. */
function npi(nineDigits) {
  const digits = [...`80840${nineDigits}`].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${nineDigits}${(10 - (sum % 10)) % 10}`;
}

function payer(name, taxId, street, city, state, zip, number) {
  const segments = [
    `N1*PR*${name}`,
    `N3*${street}`,
    `N4*${city}*${state}*${zip}`,
    `REF*2U*${number}`,
    'PER*CX*CLAIMS SERVICE*TE*8005550100',
    'PER*BL*EDI SUPPORT*TE*8005550101*EM*EDI@PAYER.EXAMPLE',
  ];
  return { taxId, segments };
}

function payee(name, street, city, state, zip, taxNumber = name.length * 7919) {
  const taxId = `00${String(taxNumber).padStart(7, '0')}`;
  const providerId = npi(280000000 + taxNumber);
  const segments = [`N1*PE*${name}*XX*${providerId}`, `N3*${street}`, `N4*${city}*${state}*${zip}`, `REF*TJ*${taxId}`];
  return { npi: providerId, segments };
}
