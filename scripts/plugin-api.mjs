#!/usr/bin/env node
// Writes docs/plugin-api.md from the exports of the wall and of the vocabulary, and their comments.
//
//   node scripts/plugin-api.mjs            writes the page
//   node scripts/plugin-api.mjs --check    writes nothing; the exit code is 1 when the page is not current
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = join(ROOT, 'docs/plugin-api.md');

/** Modules that plugins import, by the name under which they do. */
const MODULES = {
  'clearloop/plugin': 'src/plugin/index.ts',
  'clearloop/plugin/io': 'src/plugin/io.ts',
  'clearloop/vocabulary': 'plugins/vocabulary/index.ts',
};

const ts = createRequire(import.meta.url)('typescript');

const HEAD = `# What plugins may use

Everything that plugins import: \`clearloop/plugin\` for transaction sets and rules, \`clearloop/plugin/io\` for outputs, formats and acknowledgments,
and \`clearloop/vocabulary\`, the records and enumerations of healthcare that the product's own plugins share. Made from comments and types by
\`npm run plugin-api\`. Each section ends with the signatures of its functions and the members of its types. [plugins.md](plugins.md) teaches how it
is used, [plugin-contracts.md](plugin-contracts.md) what changed.
`;

/** The sections of the wall: a comment line above exports, `Title: sentence`. */
const SECTION = /^\/\/ (.+?): (.+)$/gm;

/** Returns the page. */
export function pluginApiPage() {
  const files = Object.values(MODULES).map((file) => join(ROOT, file));
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    experimentalDecorators: true,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  });
  const parts = Object.keys(MODULES).map((name, i) => `## ${name}\n\n${modulePart(program.getSourceFile(files[i]), program.getTypeChecker())}`);
  return `${HEAD}\n${parts.join('\n')}`;
}

/** The sections of a module. */
function modulePart(wall, checker) {
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(wall)).flatMap((symbol) => {
    const at = symbol.declarations?.[0]?.getStart() ?? 0;
    const meant = target(symbol, checker);
    if (!(meant.flags & ts.SymbolFlags.Module)) return [{ name: symbol.name, at, ...describe(meant, checker) }];
    return checker.getExportsOfModule(meant).map((one) => ({ name: `${symbol.name}.${one.name}`, at, ...describe(target(one, checker), checker) }));
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
  return parts.join('\n');
}

const target = (symbol, checker) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

function describe(symbol, checker) {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return { kind: kindOf(symbol), sentence: firstSentence(comment), code: codeOf(symbol, checker) };
}

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.WriteArrowStyleSignature | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** Signatures of a function, members of a class, or the declaration of a type with the comments of its members. */
function codeOf(symbol, checker) {
  const [declaration] = symbol.declarations ?? [];
  if (symbol.flags & ts.SymbolFlags.Class) return classCode(symbol, declaration, checker);
  if (symbol.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
    const signatures = type.getCallSignatures();
    if (signatures.length === 0) return `const ${symbol.name}: ${checker.typeToString(type, undefined, FLAGS)};`;
    return signatures
      .map((one) => `function ${symbol.name}${checker.signatureToString(one, undefined, FLAGS & ~ts.TypeFormatFlags.WriteArrowStyleSignature)};`)
      .join('\n');
  }
  return declaration
    .getText()
    .replace(/^export /, '')
    .replace(/\n  {4}/g, '\n    ');
}

function classCode(symbol, declaration, checker) {
  const isShown = (member) => !(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) && member.name !== undefined;
  const members = declaration.members.filter(isShown).map((member) => {
    const type = checker.getTypeAtLocation(member);
    const [signature] = ts.isMethodDeclaration(member) ? type.getCallSignatures() : [];
    const name = member.name.getText();
    return signature ? `  ${name}${checker.signatureToString(signature)};` : `  ${name}: ${checker.typeToString(type, undefined, FLAGS)};`;
  });
  return `class ${symbol.name} {\n${[...new Set(members)].join('\n')}\n}`;
}

function kindOf({ flags }) {
  if (flags & ts.SymbolFlags.Class) return 'class';
  return flags & ts.SymbolFlags.Value ? 'value' : 'type';
}

/** The first sentence, without an example. */
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
  return `### ${title}\n\n${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}\n\n${[...head, ...rows.map(line)].join('\n')}\n\n${signatures(entries)}`;
}

/** Declaration as an editor shows it, folded. */
const signatures = (entries) =>
  `<details>\n<summary>Signatures and members</summary>\n\n\`\`\`typescript\n${entries.map(({ code }) => code).join('\n\n')}\n\`\`\`\n\n</details>\n`;

/** Writes the page, or with `isCheck` compares it, and returns the exit code. */
function writePage(isCheck) {
  const text = pluginApiPage();
  if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === text) return 0;
  if (!isCheck) writeFileSync(PAGE, text);
  else process.stderr.write('docs/plugin-api.md is not current. Run `npm run plugin-api`.\n');
  return isCheck ? 1 : 0;
}

process.exitCode = writePage(process.argv.includes('--check'));
