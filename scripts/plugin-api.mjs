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

const HEAD = `# Plugin API

Everything that plugins import: \`clearloop/plugin\` for transaction sets and rules, \`clearloop/plugin/io\` for outputs, formats and acknowledgments,
and \`clearloop/vocabulary\`, the records and enumerations that the product's own plugins share. \`npm run plugin-api\` writes the page from the
declarations. An editor shows their full comments. \`readonly\` is left out: plugins change neither members nor arrays that they receive.
[plugins.md](plugins.md) explains the use, [plugin-contracts.md](plugin-contracts.md) the changes.
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
    const entries = exported.filter(({ at }) => at > index && at < end).sort((one, other) => one.at - other.at);
    return section(title, sentence, withNamedRecords(entries));
  });
  return parts.join('\n');
}

/** Names the types of records in the lines of their values, in place of lines of their own: `type Address = RecordOf<typeof address>`. */
function withNamedRecords(entries) {
  const typeOf = new Map(entries.map(({ name, code }) => [/^type \w+ = RecordOf<(?:ReturnType<)?typeof (\w+)>/.exec(code)?.[1], name]));
  const values = new Set(entries.map(({ name }) => name).filter((name) => typeOf.has(name)));
  const left = entries.filter(({ name }) => ![...values].some((value) => typeOf.get(value) === name));
  return left.map((entry) => (values.has(entry.name) ? { ...entry, code: entry.code.replace('{ … }', typeOf.get(entry.name)) } : entry));
}

const target = (symbol, checker) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

function describe(symbol, checker) {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return { sentence: firstSentence(comment), code: compact(codeOf(symbol, checker)) };
}

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** Signatures of a function, members of a class, or the declaration of a type with the comments of its members. */
function codeOf(symbol, checker) {
  const [declaration] = symbol.declarations ?? [];
  if (symbol.flags & ts.SymbolFlags.Class) return classCode(symbol, declaration, checker);
  if (!(symbol.flags & ts.SymbolFlags.Value)) return declaration.getText().replace(/^export /, '');
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const signatures = type.getCallSignatures().map((one) => `${symbol.name}${checker.signatureToString(one, undefined, FLAGS)}`);
  return signatures.length > 0 ? signatures.join('\n') : `${symbol.name}: ${typeOfConstant(type, checker)}`;
}

/** The type of a constant; of an object the names of its members. */
function typeOfConstant(type, checker) {
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item !== undefined) return `${typeOfConstant(item, checker)}[]`;
  const text = checker.typeToString(type, undefined, FLAGS);
  return text.startsWith('{') && text.endsWith('}')
    ? `{ ${type
        .getProperties()
        .map(({ name }) => name)
        .join(', ')} }`
    : text;
}

function classCode(symbol, declaration, checker) {
  const isShown = (member) => !(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) && member.name !== undefined;
  const members = declaration.members.filter(isShown).map((member) => {
    const type = checker.getTypeAtLocation(member);
    const [signature] = ts.isMethodDeclaration(member) ? type.getCallSignatures() : [];
    const name = member.name.getText();
    return signature ? `  ${name}${checker.signatureToString(signature, undefined, FLAGS)};` : `  ${name}: ${checker.typeToString(type, undefined, FLAGS)};`;
  });
  return `class ${symbol.name} {\n${[...new Set(members)].join('\n')}\n}`;
}

/** Code without what a reader does not look up: `readonly`, all but the first sentence of a comment, and the members of computed types. */
function compact(code) {
  return withoutComputedTypes(code)
    .replace(/\/\*\*([\s\S]*?)\*\//g, (_, comment) => `// ${firstClause(firstSentence(comment.replace(/^ *\* ?/gm, '')))}`)
    .replace(/\breadonly (?=[\w$'"[({])/g, '')
    .replaceAll('Readonly<Record<', 'Record<_')
    .replace(/Record<_([^<>]*(?:<[^<>]*>)?[^<>]*)>>/g, 'Record<$1>')
    .replaceAll('Record<_', 'Readonly<Record<')
    .replaceAll('<ArrayBufferLike>', '')
    .replace(/(\?: [^,;()|]*) \| undefined/g, '$1')
    .replace(/("\w+")(?: \| "\w+"){8,}/g, '$1 | …');
}

const LONG_SENTENCE = 12;
const SHORT_CLAUSE = 3;

/** A sentence without what follows its first clause, if it is long. */
function firstClause(sentence) {
  const clause = sentence.replace(/[;:] [^`]*$/, '.');
  const length = (text) => text.split(' ').length;
  return length(sentence) > LONG_SENTENCE && length(clause) >= SHORT_CLAUSE ? clause : sentence;
}

/** Replaces `Flat<...>`: by the name of the type where it follows from a parameter, else by an ellipsis. */
function withoutComputedTypes(code) {
  const start = code.indexOf('Flat<');
  if (start < 0 || /^(?:type|interface) /.test(code)) return code;
  let end = start + 'Flat'.length;
  for (let depth = 0; depth > 0 || end === start + 'Flat'.length; end += 1) depth += { '<': 1, '>': code[end - 1] === '=' ? 0 : -1 }[code[end]] ?? 0;
  const name = code.slice(start, end).includes('keyof F') ? 'ValuesOf<F>' : '{ … }';
  return withoutComputedTypes(code.slice(0, start) + name + code.slice(end));
}

/** The first sentence, without an example. */
function firstSentence(comment) {
  const [paragraph = ''] = comment.trim().split(/\n\s*\n/);
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const end = line.search(/\.(?= [A-Z`]|$)|(?<= \S+ \S+):(?= [A-Z`])/);
  return end < 0 ? line : `${line.slice(0, end)}.`;
}

/** A line for each function, constant and short type, and the code of the other types. */
function section(title, sentence, entries) {
  const isLine = ({ code }) => !/^(?:class|interface) |^type [^\n]*\n|.{160}|`/.test(code);
  const lines = entries.filter(isLine).map(
    ({ code, sentence: text }) =>
      `- ${code
        .split('\n')
        .map((line) => `\`${line}\``)
        .join(', ')}: ${text}`,
  );
  const types = entries.filter((entry) => !isLine(entry)).map(({ code, sentence: text }) => `// ${text}\n${code}`);
  const seen = new Set();
  const isRepeated = (line) => /^ *\/\/ (?:\S+ ){3}/.test(line) && seen.size === seen.add(line).size;
  const code = types
    .join('\n\n')
    .split('\n')
    .filter((line) => !isRepeated(line))
    .join('\n');
  return [
    `### ${title}\n\n${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}\n`,
    ...(lines.length > 0 ? [`${lines.join('\n')}\n`] : []),
    ...(types.length > 0 ? [`\`\`\`typescript\n${code}\n\`\`\`\n`] : []),
  ].join('\n');
}

/** Writes the page, or with `isCheck` compares it, and returns the exit code. */
function writePage(isCheck) {
  const text = pluginApiPage();
  if (existsSync(PAGE) && readFileSync(PAGE, 'utf8') === text) return 0;
  if (!isCheck) writeFileSync(PAGE, text);
  else process.stderr.write('docs/plugin-api.md is not current. Run `npm run plugin-api`.\n');
  return isCheck ? 1 : 0;
}

process.exitCode = writePage(process.argv.includes('--check'));
