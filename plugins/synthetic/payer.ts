/** The payer of all samples. */
export const PAYER = { name: 'LANTERN HEALTH PLAN', id: 'LANTERN1', street: '400 TIDEWATER ROAD', city: 'PORTLAND', state: 'ME', zip: '04101' } as const;

/** ISA06 and ISA08 of the parties that exchange samples. */
export const TRADING = { payer: 'LANTERNPLAN', provider: 'SAMPLECLINIC', sponsor: 'SAMPLEWORKS' } as const;
