/*
 * Completes the segments of a loop by what the guide leaves no choice in; see SegmentCompletion of the host.
 */
import { MINUS } from '../ascii';
import { lookUp } from '../rows';
import { CANDIDATE, CELL, COMPLETION, DEFINITION, FILL, NUMBERED, OUT_LOOP, OUT_SEGMENT, PLACED, QUALIFIER, SLOT } from '../../writing/layout';
import { addSegment, cellAt, fail, hasElement, hasFailed, opens, placeIn, setPrepared, setText } from './out-rows';
import { DAY, packOf, packPrepared } from './out-values';

/** Addresses of what completes the segments of each slot; 0 for nothing. */
let completions: i32 = 0;

/** Texts of the format qualifiers of dates, see `formatOf`. */
let formats: i32 = 0;

export function completeBy(newCompletions: i32): void {
  completions = newCompletions;
}

export function placeFormats(newFormats: i32): void {
  formats = newFormats;
}

export function complete(loop: i32): void {
  const definition = load<i32>(loop);
  if (load<i32>(definition, DEFINITION.NUMBERED) == NUMBERED.BOUNDED) return fail();
  let isOpened = false;
  const key = load<i32>(definition, DEFINITION.KEY);
  for (let segment = load<i32>(loop, OUT_LOOP.FIRST_SEGMENT); segment != 0; segment = load<i32>(segment, OUT_SEGMENT.NEXT)) {
    if (load<i32>(segment) == key || opens(segment, definition)) isOpened = true;
    completeSegment(segment);
  }
  if (!isOpened) completeSegment(addSegment(loop, load<i32>(definition, DEFINITION.PLACED), key));
  for (let child = load<i32>(loop, OUT_LOOP.FIRST_LOOP); child != 0 && !hasFailed; child = load<i32>(child, OUT_LOOP.NEXT)) complete(child);
}

function completeSegment(segment: i32): void {
  const placed = load<i32>(segment, OUT_SEGMENT.PLACED);
  const candidate = choose(segment, placed);
  const isNamed = candidate >= 0;
  const row = load<i32>(placed, PLACED.CANDIDATES) + (isNamed ? candidate : load<i32>(placed, PLACED.GENERAL)) * CANDIDATE.SIZE;
  const slot = load<i32>(row);
  placeIn(segment, slot);
  const completion = load<i32>(completions + (load<i32>(slot, SLOT.NUMBER) << 2));
  if (completion == 0) return;
  const excluded = load<i32>(placed, PLACED.EXCLUDED);
  if (isNamed) {
    const count = load<i32>(row, CANDIDATE.COUNT);
    const usual = load<i32>(completion, COMPLETION.USUAL);
    for (let i = 0; i < count; i++) fillQualifier(segment, load<i32>(row, CANDIDATE.QUALIFIERS) + i * QUALIFIER.SIZE, load<i32>(usual + (i << 2)), excluded);
  }
  const formatCount = load<i32>(completion, COMPLETION.FORMAT_COUNT);
  for (let i = 0; i < formatCount; i++) fillFormat(segment, load<i32>(completion, COMPLETION.FORMATS) + (i << 3));
  const fillCount = load<i32>(completion, COMPLETION.FILL_COUNT);
  for (let i = 0; i < fillCount; i++) fill(segment, load<i32>(completion, COMPLETION.FILLS) + i * FILL.SIZE, excluded);
}

/** The number of the candidate that a segment takes; -1 for none. */
function choose(segment: i32, placed: i32): i32 {
  const count = load<i32>(placed, PLACED.COUNT);
  if (count == 1) return 0;
  let isOpen = true;
  for (let i = 0; i < count; i++) {
    const row = load<i32>(placed, PLACED.CANDIDATES) + i * CANDIDATE.SIZE;
    const qualifiers = load<i32>(row, CANDIDATE.COUNT);
    let accepts = true;
    for (let j = 0; j < qualifiers; j++) {
      const qualifier = load<i32>(row, CANDIDATE.QUALIFIERS) + j * QUALIFIER.SIZE;
      const cell = cellAt(segment, load<i32>(qualifier));
      if (cell == 0) continue;
      isOpen = false;
      const key = packOf(cell);
      if (key < 0 || lookUp(load<i32>(qualifier, QUALIFIER.CODES), key) == 0) accepts = false;
    }
    if (!accepts || isOpen) continue;
    refuseFree(segment, placed, i);
    return i;
  }
  return isOpen ? load<i32>(placed, PLACED.OPEN) : -1;
}

/** Leaves a segment to the host that a candidate before one would take too, because its own qualifiers are all empty: they were passed while the segment seemed open. */
function refuseFree(segment: i32, placed: i32, candidate: i32): void {
  for (let i = 0; i < candidate; i++) {
    const row = load<i32>(placed, PLACED.CANDIDATES) + i * CANDIDATE.SIZE;
    const qualifiers = load<i32>(row, CANDIDATE.COUNT);
    let isFree = true;
    for (let j = 0; j < qualifiers; j++) if (cellAt(segment, load<i32>(load<i32>(row, CANDIDATE.QUALIFIERS) + j * QUALIFIER.SIZE)) != 0) isFree = false;
    if (isFree) fail();
  }
}

function fillQualifier(segment: i32, qualifier: i32, usual: i32, excluded: i32): void {
  const place = load<i32>(qualifier);
  if (cellAt(segment, place) != 0) return;
  let text = load<i32>(qualifier, QUALIFIER.NAMED);
  if (text == 0) {
    text = usual;
    if (excluded != 0 && (usual == 0 || lookUp(excluded, packPrepared(usual)) != 0)) text = load<i32>(qualifier, QUALIFIER.BESIDE);
  }
  if (text != 0) setPrepared(segment, place, text);
}

/** Writes the format of a date: RD8 for a period, D8, TM or DT by its length. The date is in the next element, or for a component in the next of those. */
function fillFormat(segment: i32, row: i32): void {
  const place = load<i32>(row);
  if (cellAt(segment, place) != 0) return;
  const date = cellAt(segment, load<i32>(row, 4));
  if (date == 0) return;
  const start = load<i32>(date, CELL.START);
  const length = load<i32>(date, CELL.LENGTH);
  let format = length == DAY ? 0 : length < DAY ? 1 : 2;
  for (let i = 0; i < length; i++) if (load<u8>(start + i) == MINUS) format = 3;
  setPrepared(segment, place, load<i32>(formats + (format << 2)));
}

function fill(segment: i32, row: i32, excluded: i32): void {
  const place = load<i32>(row);
  if (cellAt(segment, place) != 0) return;
  const count = load<i32>(row, FILL.BESIDE_COUNT);
  if (count > 0) {
    const list = load<i32>(row, FILL.BESIDE);
    let isBeside = false;
    for (let i = 0; i < count && !isBeside; i++) isBeside = hasElement(segment, load<i32>(list + (i << 2)));
    if (!isBeside) return;
  }
  const text = load<i32>(row, FILL.TEXT);
  if (text == 0) return fail();
  if (excluded != 0 && place / CELL.ELEMENT == 1 && lookUp(excluded, packPrepared(text)) != 0) return fail();
  setText(segment, place, text + 4, load<i32>(text));
}
