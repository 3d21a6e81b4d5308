import type { QueryRunner } from 'typeorm';
import type { CodeDriver } from './code-driver';

/** Runs work that changes the database, in one transaction, while no other process does. A throw takes everything back. */
export async function locked<T>(runner: QueryRunner, driver: CodeDriver, work: () => Promise<T>): Promise<T> {
  await driver.lock(runner);
  let isDone = false;
  try {
    const result = await work();
    isDone = true;
    return result;
  } finally {
    await driver.unlock(runner, isDone);
  }
}
