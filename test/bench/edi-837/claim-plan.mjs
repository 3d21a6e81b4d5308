const MAX_LINES = 8;
const MIN_LINES = 2;
const MAX_DIAGNOSES = 6;

/** Cents that charges end with: mostly whole dollars, so that "238", "238.5" and "238.05" all occur. */
const CHARGE_CENTS = [0, 0, 0, 0, 0, 50, 50, 5, 25, 99];

/** The first and last days of service leave room in the year for onsets before them and remittances after them. */
const FIRST_DAY = 30;
const DAY_COUNT = 290;

/**
 * A reusable plan of one claim: what stands before the lines but follows from them (CLM02, AMT*D), and what several
 * segments must agree on. Amounts are integer cents; arrays are reused, so that millions of claims make no garbage.
 */
export function createClaimPlan() {
  return {
    number: 0,
    day: 0,
    diagnosisCount: 0,
    lineCount: 0,
    chargeCents: 0,
    /** The payer that paid before, if any, what it took off the whole claim and what it paid in the end. */
    otherPayer: undefined,
    claimPatientCents: 0,
    otherPaidCents: 0,
    lineCharge: new Int32Array(MAX_LINES),
    linePaid: new Int32Array(MAX_LINES),
    lineContractual: new Int32Array(MAX_LINES),
    linePatient: new Int32Array(MAX_LINES),
  };
}

/** Draws a claim. `number` is unique in the file; with `otherPayer` the claim was paid by that payer before. */
export function planClaim(plan, random, { number, otherPayer }) {
  plan.number = number;
  plan.day = FIRST_DAY + random.below(DAY_COUNT);
  plan.diagnosisCount = 1 + random.below(MAX_DIAGNOSES);
  plan.lineCount = MIN_LINES + random.below(MAX_LINES - MIN_LINES + 1);
  plan.otherPayer = otherPayer;
  plan.chargeCents = 0;
  plan.otherPaidCents = 0;
  for (let line = 0; line < plan.lineCount; line++) {
    plan.lineCharge[line] = (20 + random.below(480)) * 100 + random.pick(CHARGE_CENTS);
    plan.chargeCents += plan.lineCharge[line];
    if (otherPayer !== undefined) planOtherPayment(plan, line, random);
  }
  if (otherPayer !== undefined) planClaimAdjustment(plan, random);
}

/** Balanced: charge - contractual - patient = paid. */
function planOtherPayment(plan, line, random) {
  const charge = plan.lineCharge[line];
  const contractual = Math.floor((charge * (5 + random.below(55))) / 100);
  const patient = random.chance(60) ? Math.floor(((charge - contractual) * (5 + random.below(40))) / 100) : 0;
  plan.lineContractual[line] = contractual;
  plan.linePatient[line] = patient;
  plan.linePaid[line] = charge - contractual - patient;
  plan.otherPaidCents += plan.linePaid[line];
}

/** A deductible of the whole claim in half of the claims: the payer paid so much less than its lines say. */
function planClaimAdjustment(plan, random) {
  plan.claimPatientCents = random.chance(50) ? 1 + random.below(plan.otherPaidCents >> 1) : 0;
  plan.otherPaidCents -= plan.claimPatientCents;
}
