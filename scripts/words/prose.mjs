/** Text that readers see: pages of Markdown, and the sentences among the strings of source files. */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A piece of text and the line that it begins on, from 1. */
/** @typedef {{ text: string, line: number }} Passage */

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** A page without code blocks, code spans, link targets and HTML comments, with every line in its place. */
export function withoutCode(page) {
  return page
    .replace(/^```[\s\S]*?^```$/gm, blank)
    .replace(/^ {4,}\S.*$/gm, (line) => (/^ {4,}(?:[-*]|\d+\.) /.test(line) ? line : blank(line)))
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/`[^`]*`/g, (code) => (code.includes('\n') ? 'CODE\n' : 'CODE'))
    .replace(/\]\([^()]*\)/g, (target) => (target.includes('\n') ? ']\n' : ']'));
}

/** @returns {Passage[]} the lines of a page, without code */
export function passagesOfPage(page) {
  return withoutCode(page)
    .split('\n')
    .map((text, at) => ({ text, line: at + 1 }));
}

/** @returns {Passage[]} comments of a source file, and its strings and templates of at least two words; `...` for the values of a template */
export function passagesOfSource(name, source, { hasComments = true } = {}) {
  // Loaded for sources only, because loading it is slow.
  const ts = require('typescript');
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const passages = [];
  const seen = new Set();
  const add = (text, at) => passages.push({ text: text.replace(/`[^`]*`/g, 'CODE'), line: file.getLineAndCharacterOfPosition(at).line + 1 });
  const visit = (node) => {
    const text = textOf(node, ts);
    if (text !== undefined && /[a-z]\S* +\S*[a-z]/i.test(text)) add(text, node.getStart());
    for (const { pos, end } of hasComments ? commentsBefore(node, source, ts) : []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      add(source.slice(pos, end).replace(/\n\s*\*/g, ' '), pos);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return passages;
}

const commentsBefore = (node, source, ts) => ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];

function textOf(node, ts) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `...${literal.text}`).join('');
}

/** @returns {string[]} the sentences of a page: paragraphs and list items; no headings, tables or code */
export function sentencesOf(page) {
  const lines = withoutCode(page).split('\n');
  const blocks = [''];
  for (const line of lines) {
    if (/^\s*(?:#|\||<)/.test(line) || line.trim() === '') blocks.push('');
    else if (/^\s*(?:[-*]|\d+\.) /.test(line)) blocks.push(line.replace(/^\s*(?:[-*]|\d+\.) /, ''));
    else blocks[blocks.length - 1] += ` ${line.trim()}`;
  }
  return blocks.flatMap((block) => block.split(/(?<=[.!?][*)"']*)\s+(?=[*("'[]*[A-Z\d])/)).filter((sentence) => wordsIn(sentence) > 1);
}

/** Number of words of a text. */
export const wordsIn = (text) => (text.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length;
