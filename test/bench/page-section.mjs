/*
 * Sections of a page that several programs write: each stands between two comments and is replaced as a whole.
 */

const beginning = (name) => `<!-- ${name}: begin -->`;
const ending = (name) => `<!-- ${name}: end -->`;

/** Gives a section with its comments; '' when the page has none of the name. */
export function readSection(page, name) {
  const [start, end] = [page.indexOf(beginning(name)), page.indexOf(ending(name))];
  return start < 0 || end < start ? '' : page.slice(start, end + ending(name).length);
}

/** Gives the page with another text in a section, which is added at the end where there is none. */
export function replaceSection(page, name, text) {
  const section = `${beginning(name)}\n\n${text}\n\n${ending(name)}`;
  const old = readSection(page, name);
  return old === '' ? `${page.trimEnd()}\n\n${section}\n` : page.replace(old, () => section);
}
