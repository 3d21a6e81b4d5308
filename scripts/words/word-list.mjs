/**
 * Words and phrases that pages, comments, help texts and messages do not use: each with a better word. `where: 'pages'` means pages only.
 * Patterns ignore case and match whole words.
 */
export const WORD_LIST = [
  // Translated idioms
  { pattern: 'told|tells?|telling', instead: 'report, show, distinguish' },
  { pattern: '(?:gives?|given|gave|giving) (?:away|back)', instead: 'emit, write, return' },
  { pattern: 'in silence', instead: 'silently' },
  { pattern: 'the ways? of', instead: 'name the subject' },
  { pattern: 'what (?:is|was|are|were)(?: \\w+){0,2} of', instead: 'name the subject' },
  { pattern: 'as good as', instead: 'is treated as' },
  { pattern: 'finds? no', instead: 'without, has no' },
  { pattern: 'let go', instead: 'discard, release' },
  { pattern: 'pass(?:es|ed)? over', instead: 'skip' },
  { pattern: 'comes? along', instead: 'included' },
  { pattern: 'anew', instead: 'again' },
  { pattern: 'goes? before', instead: 'overrides, takes precedence over' },
  { pattern: 'so it is with', instead: 'the same applies' },
  { pattern: 'reckon(?:s|ed|ing)?', instead: 'calculate, estimate' },
  { pattern: 'whoever', instead: 'anyone who, the user who' },
  { pattern: '(?:often|many|much) as wanted|where wanted', instead: 'repeatable, optional' },
  { pattern: 'nothing is said|says? (?:nothing|otherwise)', instead: 'absent, by default' },
  { pattern: "one's own", instead: 'custom' },
  { pattern: 'at hand', instead: 'available' },
  { pattern: 'in the place of', instead: 'instead of' },
  { pattern: 'hears? of', instead: 'receives' },
  { pattern: 'nobody else', instead: 'only' },
  { pattern: 'if need be', instead: 'if it does not exist' },
  { pattern: 'in the meantime', instead: 'until then' },
  { pattern: '(?:is|are) (?:no more|gone)', instead: 'removed' },
  {
    pattern: 'stands? (?:in|on|at|there|before|behind|around|beside|below|after|where|between|alone|once|twice)',
    instead: 'is in, appears in, is based on',
    where: 'pages',
  },
  { pattern: 'what stands|as it stands', instead: 'contents, unchanged', where: 'pages' },
  { pattern: 'beside', instead: 'with, next to, in addition to', where: 'pages' },
  { pattern: 'asked? for', instead: 'request, require, select', where: 'pages' },
  { pattern: 'and so on', instead: 'list all, or "for example"', where: 'pages' },
  // Filler
  { pattern: 'simply|just|easily|easy|obviously|of course|basically|actually|really|quite|very', instead: 'nothing' },
  { pattern: 'please|note that|it should be noted', instead: 'nothing' },
  { pattern: 'in order to', instead: 'to' },
  // Marketing
  {
    pattern: 'powerful|seamless(?:ly)?|robust|effortless(?:ly)?|blazing(?:ly)?|cutting[- ]edge|world[- ]class|state[- ]of[- ]the[- ]art',
    instead: 'a fact or a figure',
  },
  { pattern: 'best[- ]in[- ]class|enterprise[- ]grade|next[- ]generation|game[- ]chang\\w+|revolutionary|turnkey|delightful', instead: 'a fact or a figure' },
  { pattern: 'leverag(?:e|es|ed|ing)|utili[sz](?:e|es|ed|ing)', instead: 'use' },
];
