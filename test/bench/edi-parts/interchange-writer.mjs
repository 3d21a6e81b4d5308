const INTERCHANGE_NUMBER = 1;
const GROUP_NUMBER = 1;

/**
 * Writes ISA and GS of a file from `sender` to `receiver`; `functionalId` and `version` are GS01 and GS08.
 *
 *     ISA*00*          *00*          *ZZ*LANTERNRIDGE   *ZZ*...*:~
 *            ^ ten blanks                ^ fifteen characters      ^ byte 105
 */
export function writeInterchangeStart(block, { sender, receiver, functionalId, version }) {
  const blank = ' '.repeat(10);
  const parties = `ZZ*${sender.padEnd(15)}*ZZ*${receiver.padEnd(15)}`;
  block.text(`ISA*00*${blank}*00*${blank}*${parties}*251231*0830*^*00501`);
  block.number(INTERCHANGE_NUMBER, 9).text('*0*T*:').end();
  block.text(`GS*${functionalId}*${sender}*${receiver}*20251231*0830*${GROUP_NUMBER}*X*${version}`).end();
}

/** Writes GE and IEA. */
export function writeInterchangeEnd(block, transactionCount) {
  block.text('GE').number(transactionCount).number(GROUP_NUMBER).end();
  block.text('IEA*1').number(INTERCHANGE_NUMBER, 9).end();
}
