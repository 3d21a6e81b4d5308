import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { filesBelow, ROOT } from './project-files';

/**
 * The layers of the engine, from the outside in: a file may import from its own layer and from those after it.
 * `main` stands for the files of `src` itself that start the service, `library` for
 * `src/index.ts` and what it exports.
 */
const LAYERS = [
  'cli',
  'main',
  'http',
  'viewer',
  'mcp',
  'batch',
  'library',
  'match',
  'codes',
  'storage',
  'pipeline',
  'docs',
  'kernel',
  'plugin',
  'validation',
  'mapping',
  'guide',
  'x12',
  'io',
  'common',
];

/** Numbers of transaction sets, and segments that belong to some of them: they are the business of plugins and guides. */
const TRANSACTION_SET = /^(27[0-8](CA)?|820|83[457][PID]?)$/;
const SET_PLACE =
  /^(BHT|BPR|CLM|CLP|CL1|CR[1-7]|DSB|HCP|HD|HLH|HSD|IDC|INS|LIN|LUI|OI|PLA|PLB|PS1|PWK|RDM|SBR|STC|SV[1-5]|SVC|SVD|TOO|TRN|TS[23]|UM)(\[.*\])?(\d\d)?(-\d+)?$/;

/** Segments that many sets share: the vocabulary of plugins knows them. */
const SHARED_PLACE = /^(AMT|CAS|DMG|DTM|DTP|HI|LQ|MIA|MOA|N[1-4]|NM1|PER|PRV|QTY|REF)(\[.*\])?(\d\d)?(-\d+)?$/;

const sources = [...filesBelow('src', '.ts'), ...filesBelow('plugins', '.ts')];

describe('imports', () => {
  it('run one way, from the outside in', () => {
    const wrong = sources.flatMap((file) => importsOf(file).flatMap((target) => (isAllowed(file, target) ? [] : `${file} imports ${target}`)));
    expect(wrong).toEqual([]);
  });

  it('go in no circle, types included', () => {
    expect(sources.length).toBeGreaterThan(1);
    expect(circlesIn(sources)).toEqual([]);
  });

  it('of the options of a set lead to no declaration', () => {
    const files = sources.filter((file) => file.endsWith('/options.ts') && file.startsWith('plugins/'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const guides = `${dirname(file)}/guides`;
      expect([file, importsOf(file).filter((target) => !['src/plugin', guides].includes(target))]).toEqual([file, []]);
      if (importsOf(file).includes(guides)) expect(importsOf(`${guides}.ts`)).toEqual([]);
    }
  });

  it('are told apart by this test', () => {
    expect(isAllowed('src/x12/segment.ts', 'src/guide/loop-walker')).toBe(false);
    expect(isAllowed('src/http/server.ts', 'src/cli/run')).toBe(false);
    expect(isAllowed('src/mapping/record.ts', 'plugins/x12-835/payment')).toBe(false);
    expect(isAllowed('plugins/json/json.output.ts', 'src/plugin/output.plugin')).toBe(false);
    expect(isAllowed('plugins/json/json.output.ts', 'plugins/ndjson/index')).toBe(false);
    expect(isAllowed('plugins/json/index.ts', 'plugins/json/json.output')).toBe(true);
    expect(isAllowed('plugins/json/json.output.ts', 'src/plugin')).toBe(true);
  });
});

describe('the engine', () => {
  it('names no transaction set', () => {
    const named = filesBelow('src', '.ts').flatMap((file) => wordsOf(file).flatMap((word) => (isBusinessOfPlugins(file, word) ? `${file} says ${word}` : [])));
    expect(named).toEqual([]);
  });

  it('may show examples in sentences and knows the envelope', () => {
    expect(isBusinessOfPlugins('src/pipeline/engine.ts', '835')).toBe(true);
    expect(isBusinessOfPlugins('src/guide/loop-walker.ts', 'CLP')).toBe(true);
    expect(isBusinessOfPlugins('src/x12/envelope.ts', 'REF[6R]02')).toBe(true);
    expect(isBusinessOfPlugins('src/mapping/record.ts', 'PER')).toBe(true);
    expect(isBusinessOfPlugins('src/x12/envelope.ts', 'ISA')).toBe(false);
    expect(isBusinessOfPlugins('src/mapping/place.ts', 'a place such as CLP03')).toBe(false);
  });
});

const imports = new Map<string, readonly string[]>();

/** Relative imports as paths from the root without extension; packages are left out. Type imports, `import()` and re-exports count. */
function importsOf(file: string): readonly string[] {
  const known = imports.get(file) ?? readImports(file);
  imports.set(file, known);
  return known;
}

function readImports(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
  const specifiers = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
  return specifiers.map((name) =>
    relative(ROOT, join(ROOT, dirname(file), name.replace(/\.js$/, '')))
      .split(sep)
      .join('/'),
  );
}

/** Files from which a chain of imports leads back to themselves. */
function circlesIn(files: readonly string[]): string[] {
  const targets = new Map(
    files.map((file) => [file, importsOf(file).flatMap((target) => files.filter((one) => one === `${target}.ts` || one === `${target}/index.ts`))]),
  );
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const target of targets.get(from) ?? []) if (!seen.has(target)) reached(target, seen.add(target));
    return seen;
  };
  return files.filter((file) => reached(file).has(file));
}

function isAllowed(file: string, target: string): boolean {
  // Types only: a TypeScript user of the library gets the records of all product plugins by default.
  if (['src/library.ts', 'src/index.ts'].includes(file) && target === 'plugins/product-records') return true;
  // The list of the product's plugins is their own; the loader takes it as it is.
  if (file === 'src/plugin/product-plugins.ts' && target === 'plugins/product-plugins') return true;
  if (file.startsWith('plugins/')) return isOpenToPlugins(file, target) || target.startsWith(`${dirname(file).split('/').slice(0, 2).join('/')}/`);
  return target.startsWith('src/') && LAYERS.indexOf(layerOf(target)) >= LAYERS.indexOf(layerOf(file));
}

/** What plugins share, which stands on the wall itself: records of healthcare, and what outputs of tables have in common. */
const SHARED = ['plugins/vocabulary', 'plugins/tables', 'plugins/synthetic'];

/** The two halves of the wall, and what plugins share. */
const isOpenToPlugins = (file: string, target: string): boolean =>
  ['src/plugin', 'src/plugin/io'].includes(target) || (SHARED.includes(target) && !SHARED.some((folder) => file.startsWith(`${folder}/`)));

function layerOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/');
  if (rest.length === 0 && !LAYERS.includes(folder)) return /^(index|library)(\.ts)?$/.test(folder) ? 'library' : 'main';
  if (!LAYERS.includes(folder)) throw new Error(`${path} is in no layer. Add its folder to LAYERS.`);
  return folder;
}

/** Strings, numbers, names and regular expressions of a file, comments left out. */
function wordsOf(file: string): string[] {
  // Parsing the comments of all files would take longer than everything else.
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), options);
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isIdentifier(node) || ts.isRegularExpressionLiteral(node)) words.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return words;
}

/**
 * Sentences may give an example (`such as CLP01`); a word by itself is what code compares with. Codes in enumerations are data, and
 * numbers in the layouts of code files are positions.
 */
function isBusinessOfPlugins(file: string, word: string): boolean {
  if (file.startsWith('src/codes/import/formats/')) return false;
  // Qualifiers of lists, some of which read like segments; and in 004010 a REF in the head of every set names its guide, as ST03 does later.
  if (file === 'src/mapping/qualified-elements.ts' || (file === 'src/pipeline/guide-choice.ts' && word === 'REF')) return false;
  const name = word.replace(/^\/\^?|\$?\/[a-z]*$/g, '');
  return TRANSACTION_SET.test(name) || SET_PLACE.test(name) || SHARED_PLACE.test(name);
}
