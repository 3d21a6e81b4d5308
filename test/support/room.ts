import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/**
 * Declares the tests of all files of a folder, and of the folders in it, as one suite: Jest loads the product once for each suite, and guides
 * are compiled once, which takes longer than most of the tests. Long suites stay on their own.
 */
export function testRoom(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  const long: unknown = JSON.parse(readFileSync(join(__dirname, 'long-suites.json'), 'utf8'));
  for (const name of names) {
    const path = join(folder, name);
    const fromRoot = relative(ROOT, path).split(sep).join('/');
    if (!(Array.isArray(long) && long.includes(fromRoot))) describe(name, () => testFile(path));
  }
}

/** Declares the tests of the folders that rooms.json lists for a suite beside it. */
export function testRooms(suite: string): void {
  const rooms: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(join(dirname(suite), 'rooms.json'), 'utf8'));
  for (const room of rooms[basename(suite, '.suite.ts')] ?? []) describe(room, () => testRoom(join(dirname(suite), room)));
}

/** A file may change the environment for its tests; the next has that of before. */
function testFile(path: string): void {
  const before = { ...process.env };
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  });
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the hooks of a file are those of its `describe`
  require(path);
}
