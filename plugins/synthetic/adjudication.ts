import { Seeded } from '../../src/plugin';
import type { SyntheticClaim } from './claim';
import { cents } from './money';

/** What a payer decides about a service. Amounts are cents, and charge = paid + discount + patient + denied. */
export interface LineAdjudication {
  readonly allowed: number;
  readonly paid: number;
  /** Above the contract: not to be paid by the patient. */
  readonly discount: number;
  readonly deductible: number;
  readonly coinsurance: number;
  readonly denied: number;
}

/** What a payer decides about a claim. */
export interface Adjudication {
  readonly isDenied: boolean;
  /** In the order of the lines of the claim. */
  readonly lines: readonly LineAdjudication[];
  readonly paid: number;
  /** What the patient has to pay. */
  readonly patient: number;
}

const SHARE_DENIED = 5;
const SHARE_WITH_DEDUCTIBLE = 30;
const SHARE_WITH_COINSURANCE = 60;

/** Seeds of decisions differ from those of claims. */
const DECISIONS = 0xdec1;

/** The decision about the claim of a number. */
export function adjudicate({ lines: charged, form }: SyntheticClaim, seed: number, index: number): Adjudication {
  const random = new Seeded(seed ^ DECISIONS ^ form.charCodeAt(0), index);
  const isDenied = random.chance(SHARE_DENIED);
  const hasCoinsurance = random.chance(SHARE_WITH_COINSURANCE);
  let openDeductible = random.chance(SHARE_WITH_DEDUCTIBLE) ? random.between(1, 20) * 500 : 0;
  const lines = charged.map(({ charge }): LineAdjudication => {
    if (isDenied) return { allowed: 0, paid: 0, discount: 0, deductible: 0, coinsurance: 0, denied: charge };
    const allowed = cents(charge, random.between(45, 90));
    const deductible = Math.min(openDeductible, allowed);
    openDeductible -= deductible;
    const coinsurance = hasCoinsurance ? cents(allowed - deductible, 20) : 0;
    return { allowed, deductible, coinsurance, paid: allowed - deductible - coinsurance, discount: charge - allowed, denied: 0 };
  });
  return {
    isDenied,
    lines,
    paid: lines.reduce((sum, { paid }) => sum + paid, 0),
    patient: lines.reduce((sum, { deductible, coinsurance }) => sum + deductible + coinsurance, 0),
  };
}
