import { envelope, type EnvelopeOptions, transactionSet, writeSegments } from './edi-text';

/** What stands before the claims of every 835 here. */
export const REMITTANCE_HEAD = [
  'BPR*I*100*C*ACH*CCP*01*999999999*DA*123456*1512345678**01*888888888*DA*654321*20250115',
  'TRN*1*TRACE1*1512345678',
  'N1*PR*PAYER ONE',
  'N3*1 PAYER STREET',
  'N4*PAYERVILLE*NY*10001',
  'N1*PE*PAYEE ONE*XX*1234567893',
  'LX*1',
] as const;

/** A claim with one service line. */
export function claim(number: number): string[] {
  return [`CLP*CLAIM${number}*1*100*80*20*12*PAYER${number}*11*1`, 'NM1*QC*1*DOE*JANE', `SVC*HC:99213*100*80**1`, 'DTM*472*20250102', 'CAS*PR*1*20'];
}

export interface RemittanceOptions extends EnvelopeOptions {
  readonly claims?: readonly (readonly string[])[];
  /** PLB segments. */
  readonly after?: readonly string[];
  readonly head?: readonly string[];
}

/** The segments of an 835 interchange. */
export function remittanceSegments({ claims = [claim(1)], after = [], head = REMITTANCE_HEAD, ...options }: RemittanceOptions = {}): string[] {
  return envelope([transactionSet([...head, ...claims.flat(), ...after])], options);
}

/** An 835 interchange as text. */
export const remittance = (options: RemittanceOptions = {}): string => writeSegments(remittanceSegments(options), undefined, '\n');
