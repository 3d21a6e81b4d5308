const MAX_LINES = 5;
/** Triplets of one CAS group of a line. */
export const MAX_TRIPLETS = 3;

/** Cents that charges end with: mostly whole dollars, so that "238", "238.5" and "238.05" all occur. */
const CHARGE_CENTS = [0, 0, 0, 0, 0, 50, 50, 5, 25, 99];
const PAID_STATUSES = [1, 1, 1, 1, 1, 1, 2, 3, 19];
const STATUS_DENIED = 4;

/**
 * A reusable plan of the money of one claim, in integer cents.
 *
 * The plan is apart from the text because BPR02 stands before the claims: a transaction is planned twice, once for its
 * sum and once for writing. Arrays are flat and reused, so that planning millions of claims makes no garbage.
 */
export function createClaimPlan() {
  return {
    status: 1,
    lineCount: 0,
    chargeCents: 0,
    paidCents: 0,
    patientCents: 0,
    lineCharge: new Int32Array(MAX_LINES),
    linePaid: new Int32Array(MAX_LINES),
    /** Triplets of line n are at n * MAX_TRIPLETS; zero where there is none. */
    contractual: new Int32Array(MAX_LINES * MAX_TRIPLETS),
    patient: new Int32Array(MAX_LINES * MAX_TRIPLETS),
  };
}

/** Draws the amounts of a claim of one to five lines. Balanced: charge - contractual - patient = paid, line by line. */
export function planClaim(plan, random) {
  const isDenied = random.chance(4);
  plan.status = isDenied ? STATUS_DENIED : random.pick(PAID_STATUSES);
  plan.lineCount = 1 + random.below(MAX_LINES);
  plan.chargeCents = 0;
  plan.paidCents = 0;
  plan.patientCents = 0;
  plan.contractual.fill(0);
  plan.patient.fill(0);
  for (let line = 0; line < plan.lineCount; line++) planLine(plan, line, isDenied, random);
}

function planLine(plan, line, isDenied, random) {
  const charge = (20 + random.below(480)) * 100 + random.pick(CHARGE_CENTS);
  plan.lineCharge[line] = charge;
  plan.chargeCents += charge;
  if (isDenied) {
    plan.contractual[line * MAX_TRIPLETS] = charge;
    plan.linePaid[line] = 0;
    return;
  }
  const contractual = Math.floor((charge * (5 + random.below(55))) / 100);
  const allowed = charge - contractual;
  const patient = random.chance(60) ? Math.floor((allowed * (5 + random.below(40))) / 100) : 0;
  splitIntoTriplets(plan.contractual, line, contractual, random);
  splitIntoTriplets(plan.patient, line, patient, random);
  plan.linePaid[line] = allowed - patient;
  plan.paidCents += allowed - patient;
  plan.patientCents += patient;
}

/** Spreads an amount over one to three triplets, none of them zero: a CAS amount of zero is not allowed. */
function splitIntoTriplets(triplets, line, cents, random) {
  const wanted = random.below(100);
  const count = wanted < 70 ? 1 : wanted < 92 ? 2 : 3;
  const first = line * MAX_TRIPLETS;
  let rest = cents;
  for (let i = 1; i < count && rest > 2; i++) {
    const part = 1 + random.below(rest >> 1);
    triplets[first + i] = part;
    rest -= part;
  }
  triplets[first] = rest;
}
