import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

/** The folder of package.json. */
export const ROOT = resolve(__dirname, '../..');

/** Files with an extension below a folder of the project, as paths from the root with forward slashes, sorted. */
export function filesBelow(folder: string, extension: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension));
  return names.map((name) => `${folder}/${name.split(sep).join('/')}`).sort();
}

/** Folders of the root that hold documentation; the others hold what npm, the compiler or the benchmark wrote. */
const DOCUMENTED_FOLDERS = ['docs', 'examples', 'plugins', 'samples', 'schemas', 'scripts', 'src', 'templates', 'test'];

/** Every Markdown page of the project. */
export function markdownPages(): string[] {
  const inRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  return [...inRoot, ...DOCUMENTED_FOLDERS.flatMap((folder) => filesBelow(folder, '.md'))];
}
