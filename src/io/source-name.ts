/** Control characters have no place in a name that is shown in JSON, headers or a terminal. */
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;

const MAX_NAME_LENGTH = 255;

/**
 * Returns the last part of a path of any system, without control characters; undefined when nothing is left that names a file.
 *
 *     C:\in\claims.edi  ->  claims.edi        in/..  ->  undefined
 */
export function bareName(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const clean = name.replace(CONTROL_CHARACTERS, '').trim().slice(0, MAX_NAME_LENGTH);
  return clean === '' || clean === '.' || clean === '..' ? undefined : clean;
}

/** Returns the name under which a file is shown: its base name, without `.gz` because the source is inflated. */
export function sourceName(path: string): string {
  return withoutGz(bareName(path) ?? path);
}

/**
 * Returns a path as a name: folders kept, slashes between them, no control characters.
 *
 *     .\\in\\a\\claims.edi  ->  in/a/claims.edi
 */
export function pathName(path: string): string {
  const isAbsolute = /^[/\\]/.test(path);
  const parts = path.split(/[/\\]/).map((part) => part.replace(CONTROL_CHARACTERS, '').trim());
  return (isAbsolute ? '/' : '') + parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** Returns a name without a trailing `.gz`: a source is inflated. */
export function withoutGz(name: string): string {
  return /[^/]\.gz$/i.test(name) ? name.slice(0, -'.gz'.length) : name;
}
