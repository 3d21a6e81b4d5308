import { GuideLoader } from '../../../../src/guide/guide-loader';
import { OutLoop } from '../../../../src/guide/out-loop';
import type { Field } from '../../../../src/mapping/field';
import { healthCareCodes } from '../../../../plugins/vocabulary';
import { type JsonObject, JsonPath, WriteRun } from '../../../../src/mapping/writing/write-run';
import { OutLocation } from '../../../../src/mapping/writing/out-segments';
import { parsePlace } from '../../../../src/mapping/place';
import { each, object, record, text } from '../../../../src/plugin';

const guide = new GuideLoader().load('005010X222A2');
const claims = loopOf('2300');

function loopOf(id: string) {
  const found = guide.segments.find(({ loop }) => loop.id === id)?.loop;
  if (found === undefined) throw new Error(`The guide has no loop ${id}.`);
  return found;
}

const scope = { guide, loop: claims, segments: undefined };
const placeIn = (loop: OutLoop, value: JsonObject = {}) => ({ loop, segment: undefined, base: 0, record: value, path: new JsonPath(undefined, '$') });

/** Writes an object into a claim, and gives its segments as they were made, and the run. */
function write(fields: Readonly<Record<string, Field<unknown>>>, value: JsonObject) {
  const loop = new OutLoop(claims);
  const run = new WriteRun({ ignored: { Tested: ['known'] } });
  record('Tested', fields).bind(scope, undefined).write?.(value, placeIn(loop, value), run);
  const segments: string[] = [];
  for (let segment = loop.segments.first; segment !== undefined; segment = segment.next) {
    segments.push(
      Array.from({ length: segment.length }, (_, i) => segment.text(i + 1, segment.has(i + 1) && Array.isArray(segment.elements[i]) ? 2 : undefined)).join('*'),
    );
  }
  return { segments, run };
}

describe('the members of an object', () => {
  const fields = {
    id: text('CLM01'),
    note: text('NTE02'),
    file: text('K301'),
    inner: object('REF[D9]', record('Inner', { trace: text('02'), code: text('01') })),
  };

  it('are written in the order of the declaration, whatever order they have', () => {
    const inner = { code: 'D9', trace: 'T' };
    const expected = ['A', '*N', 'F', 'D9*T'];
    expect(write(fields, { id: 'A', note: 'N', file: 'F', inner }).segments).toEqual(expected);
    expect(write(fields, { file: 'F', inner, note: 'N', id: 'A' }).segments).toEqual(expected);
    expect(write(fields, { inner, id: 'A', file: 'F', note: 'N' }).segments).toEqual(expected);
  });

  it('leave nothing on the stack, in whatever order they stand', () => {
    const { run } = write(fields, { inner: { code: 'D9', trace: 'T' }, id: 'A', note: null });
    expect(run.members.length).toBe(0);
  });

  it('may be there without being written, and must be known', () => {
    const { segments, run } = write(fields, { known: 1, id: 'A', idd: 'B', note: 'N' });
    expect(segments).toEqual(['A', '*N']);
    expect(run.problems).toEqual([{ path: '$.idd', message: 'unknown property of Tested, did you mean id?' }]);
  });
});

describe('the segments of a place', () => {
  // Segments are compared as truths: a difference would show the whole guide.
  const location = new OutLocation(parsePlace('NTE02'), scope);

  it('are found by other values of the place only where they are shared', () => {
    const where = placeIn(new OutLoop(claims));
    const own = location.make(where, false);
    const shared = location.make(where, true);
    expect([location.at(where) === shared, location.at(where) === own, location.last(where) === shared]).toEqual([true, false, true]);
  });

  it('are made where nothing is found, and found from then on, whatever was found in between', () => {
    const where = placeIn(new OutLoop(claims));
    const other = new OutLocation(parsePlace('K301'), scope);
    const made = [location.at(where), other.at(where)];
    expect(made[0] === made[1]).toBe(false);
    const again = [location.at(where), other.at(where), other.at(where), location.at(where)];
    expect(again.map((segment) => made.indexOf(segment))).toEqual([0, 1, 1, 0]);
  });

  it('are none where the guide has no such segment', () => {
    const where = placeIn(new OutLoop(claims));
    const nowhere = new OutLocation(parsePlace('SVC01'), scope);
    expect([nowhere.at(where), nowhere.make(where, true)]).toEqual([undefined, undefined]);
    expect(where.loop.segments.first).toBeUndefined();
  });

  it('are one for each item of an array, and another one for a value by itself', () => {
    const { segments } = write({ notes: each('K3', text('01')), last: text('K301') }, { notes: ['A', 'B'], last: 'C' });
    expect(segments).toEqual(['A', 'B', 'C']);
  });
});

describe('codes of HI', () => {
  it('take the composites that the guide uses, and then another segment', () => {
    const codes = { codes: healthCareCodes({ BP: 'PRINCIPAL', BO: 'OTHER' }, {}) };
    const { segments } = write(codes, {
      codes: [
        { subType: 'PRINCIPAL', code: '1' },
        { subType: 'OTHER', code: '2' },
        { subType: 'PRINCIPAL', code: '3' },
      ],
    });
    expect(segments).toEqual(['1*2', '3']);
  });
});
