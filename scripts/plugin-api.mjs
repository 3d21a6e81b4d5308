#!/usr/bin/env node
// Writes docs/plugin-api.md from the exports of src/plugin/index.ts and their comments.
//
//   node scripts/plugin-api.mjs            writes the page
//   node scripts/plugin-api.mjs --check    writes nothing; the exit code is 1 when the page is not current
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'docs/plugin-api.md');
const WALL = join(ROOT, 'src/plugin/index.ts');

const ts = createRequire(import.meta.url)('typescript');

const HEAD = `# What plugins may use

Everything that \`clearloop/plugin\` exports, made from its comments by \`npm run plugin-api\`. Types carry the rest of the contract: an editor
shows it, and so does [src/plugin/index.ts](../src/plugin/index.ts). [plugins.md](plugins.md) teaches how it is used.
`;

/** The sections of the wall: a comment line above exports, `Title: sentence`. */
const SECTION = /^\/\/ (.+?): (.+)$/gm;

/** Gives the page. */
export function pluginApiPage() {
  const program = ts.createProgram([WALL], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    experimentalDecorators: true,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  });
  const checker = program.getTypeChecker();
  const wall = program.getSourceFile(WALL);
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(wall)).map((symbol) => {
    const [declaration] = symbol.declarations ?? [];
    return { name: symbol.name, at: declaration?.getStart() ?? 0, ...describe(target(symbol, checker), checker) };
  });
  const sections = [...wall.text.matchAll(SECTION)].map(({ 1: title, 2: sentence, index }) => ({ title, sentence, index }));
  const parts = sections.map(({ title, sentence, index }, i) => {
    const end = sections[i + 1]?.index ?? Number.POSITIVE_INFINITY;
    return section(
      title,
      sentence,
      exported.filter(({ at }) => at > index && at < end).sort((one, other) => one.at - other.at),
    );
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

const target = (symbol, checker) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

function describe(symbol, checker) {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return { kind: kindOf(symbol), sentence: firstSentence(comment) };
}

function kindOf({ flags }) {
  if (flags & ts.SymbolFlags.Class) return 'class';
  return flags & ts.SymbolFlags.Value ? 'value' : 'type';
}

/** What stands before an example or a second sentence. */
function firstSentence(comment) {
  const [paragraph = ''] = comment.split(/\n\s*\n/);
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const end = line.search(/[.:](?= [A-Z`]|$)/);
  return end < 0 ? line : `${line.slice(0, end)}.`;
}

function section(title, sentence, entries) {
  const rows = entries.map(({ name, kind, sentence: text }) => [`\`${name}\`${kind === 'value' ? '' : ` (${kind})`}`, text.replaceAll('|', '\\|')]);
  const width = Math.max(...rows.map(([cell]) => cell.length), 'Name'.length);
  const textWidth = Math.max(...rows.map(([, cell]) => cell.length), 'What it is'.length);
  const line = ([one, other]) => `| ${one.padEnd(width)} | ${other.padEnd(textWidth)} |`;
  const head = [line(['Name', 'What it is']), `| ${'-'.repeat(width)} | ${'-'.repeat(textWidth)} |`];
  return `## ${title}\n\n${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}\n\n${[...head, ...rows.map(line)].join('\n')}\n`;
}

/** Writes the page, or with `isCheck` says whether it is current, as exit codes. */
function writePage(isCheck) {
  const text = pluginApiPage();
  if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === text) return 0;
  if (!isCheck) writeFileSync(PAGE, text);
  else process.stderr.write('docs/plugin-api.md is not current. Run `npm run plugin-api`.\n');
  return isCheck ? 1 : 0;
}

process.exitCode = writePage(process.argv.includes('--check'));
