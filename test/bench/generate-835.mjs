/**
 * Generates synthetic 835 files (005010X221A1) of any size for the benchmark. No text in them is of a real person.
 *
 *     node test/bench/generate-835.mjs --out FILE --size 100MB [--single] [--seed N]
 *     node test/bench/generate-835.mjs --check FILE
 */
import { open } from 'node:fs/promises';
import { check835 } from './edi-835/check-835.mjs';
import { createClaimPlan, planClaim } from './edi-835/claim-plan.mjs';
import { writeClaim } from './edi-835/claim-writer.mjs';
import { planTransaction, writeTransactionEnd, writeTransactionStart } from './edi-835/envelope-writer.mjs';
import { createOutput } from './edi-parts/block-output.mjs';
import { runAsProgram } from './edi-parts/command-line.mjs';
import { writeInterchangeEnd, writeInterchangeStart } from './edi-parts/interchange-writer.mjs';
import { Random } from './edi-parts/random.mjs';

/** Raise it with any change of the text that is generated: kept files of an older version are made anew. */
export const GENERATOR_VERSION = 1;

const INTERCHANGE = { sender: 'LANTERNRIDGE', receiver: 'RIVERBEND', functionalId: 'HP', version: '005010X221A1' };
/** Mean length of a claim, measured. The number of claims must be known before the text, because BPR02 comes first. */
const MEAN_CLAIM_BYTES = 578;
const MIN_CLAIMS_PER_TRANSACTION = 150;
const MAX_CLAIMS_PER_TRANSACTION = 250;

/**
 * Writes a file of about `bytes` bytes (within one per cent from 2 MB on) and gives its counts. Equal options give equal
 * files. With `singleTransaction` all claims are in one ST, else in many of 150 to 250 claims each. Memory does not
 * depend on the size: text goes to the file in blocks of 1 MB.
 */
export async function generate835({ path, bytes, singleTransaction = false, seed = 1 }) {
  const claimCount = Math.max(1, Math.round(bytes / MEAN_CLAIM_BYTES));
  const file = await open(path, 'w');
  try {
    const output = createOutput(file);
    writeInterchangeStart(output.block, INTERCHANGE);
    let transactions = 0;
    for (let firstClaim = 0; firstClaim < claimCount; transactions++) {
      const left = claimCount - firstClaim;
      const claims = singleTransaction ? left : Math.min(left, claimsOfTransaction(seed, transactions));
      await writeTransaction(output, { seed, number: transactions + 1, firstClaim, claims });
      firstClaim += claims;
    }
    writeInterchangeEnd(output.block, transactions);
    await output.flush();
    return { path, transactions, claims: claimCount, ...output.written };
  } finally {
    await file.close();
  }
}

function claimsOfTransaction(seed, index) {
  const random = new Random(0);
  random.reseed(~seed, index);
  return MIN_CLAIMS_PER_TRANSACTION + random.below(MAX_CLAIMS_PER_TRANSACTION - MIN_CLAIMS_PER_TRANSACTION + 1);
}

/** Claims are planned twice from the same seeds: first for their sum (BPR02), then each just before it is written. */
async function writeTransaction(output, { seed, number, firstClaim, claims }) {
  const random = new Random(0);
  const plan = createClaimPlan();
  const paidCents = sumOfPayments(plan, random, { seed, firstClaim, claims });
  random.reseed(seed ^ 0x5bd1e995, number);
  const transaction = planTransaction(random, number, paidCents);
  const segmentsBefore = output.segmentCount();
  writeTransactionStart(output.block, transaction);
  for (let claim = firstClaim; claim < firstClaim + claims; claim++) {
    random.reseed(seed, claim);
    planClaim(plan, random);
    writeClaim(output.block, plan, claim + 1, random);
    if (output.block.isFull) await output.flush();
  }
  writeTransactionEnd(output.block, transaction, segmentsBefore, output.segmentCount());
}

function sumOfPayments(plan, random, { seed, firstClaim, claims }) {
  let cents = 0;
  for (let claim = firstClaim; claim < firstClaim + claims; claim++) {
    random.reseed(seed, claim);
    planClaim(plan, random);
    cents += plan.paidCents;
  }
  return cents;
}

runAsProgram(import.meta.url, { generate: generate835, check: check835 });
