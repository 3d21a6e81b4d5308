// The language of the documentation.
//
//   node scripts/words.mjs [FILES...]   reports words of scripts/words/word-list.mjs in pages, comments, help texts and messages, and pages whose sentences are
//                                       too long on average; exit code 1 when there are any
//   node scripts/words.mjs --measure    prints words, sentences and words per sentence of every page
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMENTS_LEFT_OUT, EXCEPTIONS, PAGES_LEFT_OUT } from './words/exceptions.mjs';
import { passagesOfPage, passagesOfSource, sentencesOf, wordsIn } from './words/prose.mjs';
import { WORD_LIST } from './words/word-list.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => readFileSync(resolve(ROOT, file), 'utf8');

const filesBelow = (folder, extension) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();

const pages = ['README.md', ...filesBelow('docs', '.md')].filter((page) => !PAGES_LEFT_OUT.test(page));
const otherPages = [
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['examples', 'samples', 'src', 'templates', 'test'].flatMap((folder) => filesBelow(folder, 'README.md')),
].filter((page) => !page.includes('node_modules'));
const sources = [...filesBelow('src', '.ts'), ...filesBelow('plugins', '.ts')];

/** Maximum of the average words per sentence of a page. */
const MAX_AVERAGE = 25;

const words = WORD_LIST.map((entry) => ({ ...entry, pattern: new RegExp(`\\b(?:${entry.pattern})\\b`, 'gi') }));

/** Uses of listed words in a file, exceptions left out; those that excuse something are added to `used`. */
function findingsIn(file, used) {
  const isPage = file.endsWith('.md');
  const passages = isPage ? passagesOfPage(read(file)) : passagesOfSource(file, read(file), { hasComments: !COMMENTS_LEFT_OUT.test(file) });
  return passages.flatMap(({ text, line }) =>
    words
      .filter(({ where }) => isPage || where !== 'pages')
      .flatMap(({ pattern, instead }) => [...text.matchAll(pattern)].map((match) => ({ match, instead })))
      .filter(({ match }) => !isExcused(file, text, match, used))
      .map(({ match, instead }) => `${file}:${line}: "${match[0]}" (${instead}): ${excerpt(text, match)}`),
  );
}

function isExcused(file, text, match, used) {
  const excuse = EXCEPTIONS.find((one) => one.file === file && covers(text, one.phrase, match));
  if (excuse !== undefined) used.add(excuse);
  return excuse !== undefined;
}

/** Whether a phrase of a text holds a match. */
function covers(text, phrase, { index, 0: word }) {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) if (at <= index && index + word.length <= at + phrase.length) return true;
  return false;
}

const excerpt = (text, { index, 0: word }) =>
  text
    .slice(Math.max(0, index - 30), index + word.length + 30)
    .replace(/\s+/g, ' ')
    .trim();

/** Words, sentences and words per sentence of a page. */
function measure(page) {
  const text = read(page);
  const sentences = sentencesOf(text);
  const average = sentences.reduce((sum, sentence) => sum + wordsIn(sentence), 0) / Math.max(1, sentences.length);
  return { words: text.split(/\s+/).filter(Boolean).length, sentences: sentences.length, average };
}

function longSentencesIn(page) {
  const { average } = measure(page);
  return average > MAX_AVERAGE ? [`${page}: ${average.toFixed(1)} words per sentence on average, expected at most ${MAX_AVERAGE}`] : [];
}

function check(files) {
  const used = new Set();
  const findings = files.flatMap((file) => findingsIn(file, used));
  const measured = files.filter((file) => file.endsWith('.md') && !otherPages.includes(file));
  findings.push(...measured.flatMap(longSentencesIn));
  const stale = EXCEPTIONS.filter((one) => files.includes(one.file) && !used.has(one)).map(
    ({ file, phrase }) => `${file}: the exception "${phrase}" is not needed`,
  );
  for (const line of findings) console.log(line);
  for (const line of stale) console.error(line);
  return findings.length;
}

function printMeasures() {
  for (const page of pages) {
    const { words, sentences, average } = measure(page);
    console.log(`${page}\t${words}\t${sentences}\t${average.toFixed(1)}`);
  }
}

const args = process.argv.slice(2);
if (args[0] === '--measure') printMeasures();
else
  process.exitCode =
    check(args.length > 0 ? args.map((file) => relative(ROOT, resolve(file)).replaceAll('\\', '/')) : [...pages, ...otherPages, ...sources]) > 0 ? 1 : 0;
