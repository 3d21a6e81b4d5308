/**
 * Generates synthetic 837 files of professional claims (005010X222A1) of any size for the benchmark. No text in them is of
 * a real person.
 *
 *     node test/bench/generate-837.mjs --out FILE --size 100MB [--single] [--seed N]
 *     node test/bench/generate-837.mjs --check FILE
 */
import { open } from 'node:fs/promises';
import { check837 } from './edi-837/check-837.mjs';
import { createClaimPlan, planClaim } from './edi-837/claim-plan.mjs';
import { writeClaim } from './edi-837/claim-writer.mjs';
import { planSubscriber, writeBillingProvider, writePatient, writeSubscriber, writeTransactionStart } from './edi-837/level-writer.mjs';
import { createOutput } from './edi-parts/block-output.mjs';
import { runAsProgram } from './edi-parts/command-line.mjs';
import { writeInterchangeEnd, writeInterchangeStart } from './edi-parts/interchange-writer.mjs';
import { Random } from './edi-parts/random.mjs';
import { PROVIDERS } from './edi-parts/words.mjs';

/** Raise it with any change of the text that is generated: kept files of an older version are made anew. */
export const GENERATOR_837_VERSION = 1;

const INTERCHANGE = { sender: 'RIVERBEND', receiver: 'LANTERNRIDGE', functionalId: 'HC', version: '005010X222A1' };
/** Limits of the batches of small, middle and large senders. The guide recommends at most 5,000 CLM in an ST. */
const BATCH_LIMITS = [300, 1500, 5000];
const MIN_SUBSCRIBERS_PER_PROVIDER = 20;
const MAX_SUBSCRIBERS_PER_PROVIDER = 200;

/**
 * Writes a file of about `bytes` bytes (it ends with the subscriber that reaches them) and gives its counts. Equal options
 * give equal files. With `singleTransaction` all claims are in one ST, else in many of up to 5,000 claims each. Memory
 * does not depend on the size: text goes to the file in blocks of 1 MB.
 */
export async function generate837({ path, bytes, singleTransaction = false, seed = 1 }) {
  const file = await open(path, 'w');
  try {
    const output = createOutput(file);
    const run = { output, bytes, random: new Random(seed), plan: createClaimPlan(), claims: 0 };
    writeInterchangeStart(output.block, INTERCHANGE);
    let transactions = 0;
    while (transactions === 0 || output.byteCount() < bytes) {
      await writeTransaction(run, ++transactions, singleTransaction ? Infinity : claimsOfTransaction(run.random));
    }
    writeInterchangeEnd(output.block, transactions);
    await output.flush();
    return { path, transactions, claims: run.claims, ...output.written };
  } finally {
    await file.close();
  }
}

function claimsOfTransaction(random) {
  return 1 + random.below(random.pick(BATCH_LIMITS));
}

/** HL01 counts the levels of a transaction; `claimsLeft` is how many claims it may still have. */
async function writeTransaction(run, number, mostClaims) {
  const { output, random } = run;
  const segmentsBefore = output.segmentCount();
  const transaction = { levels: 0, provider: random.below(PROVIDERS.length), claimsLeft: mostClaims };
  writeTransactionStart(output.block, number);
  do await writeProvider(run, transaction);
  while (hasRoom(run, transaction));
  const segmentCount = output.segmentCount() - segmentsBefore + 1;
  output.block.text('SE').number(segmentCount).number(number, 4).end();
}

/** A billing provider has at least one subscriber: its HL04 says so. */
async function writeProvider(run, transaction) {
  const { output, random } = run;
  const level = ++transaction.levels;
  writeBillingProvider(output.block, random, level, PROVIDERS[transaction.provider++ % PROVIDERS.length]);
  let subscribers = MIN_SUBSCRIBERS_PER_PROVIDER + random.below(MAX_SUBSCRIBERS_PER_PROVIDER - MIN_SUBSCRIBERS_PER_PROVIDER + 1);
  do {
    writeSubscriberWithClaims(run, transaction, level);
    if (output.block.isFull) await output.flush();
  } while (--subscribers > 0 && hasRoom(run, transaction));
}

function hasRoom({ output, bytes }, { claimsLeft }) {
  return claimsLeft > 0 && output.byteCount() < bytes;
}

function writeSubscriberWithClaims(run, transaction, parent) {
  const { output, random, plan } = run;
  const subscriber = planSubscriber(random, { id: ++transaction.levels, parent, firstClaim: run.claims + 1 });
  writeSubscriber(output.block, random, subscriber);
  if (!subscriber.isPatient) writePatient(output.block, random, ++transaction.levels, subscriber);
  const claims = Math.min(transaction.claimsLeft, random.chance(30) ? 2 : 1);
  for (let i = 0; i < claims; i++) {
    planClaim(plan, random, { number: ++run.claims, otherPayer: subscriber.otherPayer });
    writeClaim(output.block, random, plan);
  }
  transaction.claimsLeft -= claims;
}

runAsProgram(import.meta.url, { generate: generate837, check: check837 });
