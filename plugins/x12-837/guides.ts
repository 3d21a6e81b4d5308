/*
 * The guides by the kind of claim that they are for: 5010 claims, 5010 encounter reports (X298, X299), and 4010 claims.
 * Which guide a transaction is read by decides its kind.
 */
export const PROFESSIONAL = ['005010X222A2', '005010X298', '004010X098A1'] as const;
export const INSTITUTIONAL = ['005010X223A3', '005010X299', '004010X096A1'] as const;
export const DENTAL = ['005010X224A2', '004010X097A1'] as const;
