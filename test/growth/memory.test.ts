import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveBytes } from './growth';
import { OPERATIONS } from './operations';

const SEGMENTS = readFileSync(join(__dirname, '../../samples/837p.edi'), 'utf8').split(/~\s*/).filter(Boolean);

const LONG = 'A'.repeat(1_000_000);

/** Memory in use beyond that before the input, in megabytes; a record has up to 16 MB, and the inputs have more than this. */
const MAX_MEGABYTES = 90;

const INPUTS: Readonly<Record<string, () => Generator<string, void, undefined>>> = {
  'long segments without a place': function* () {
    const at = SEGMENTS.findIndex((text) => text.startsWith('CLM')) + 1;
    yield* SEGMENTS.slice(0, at);
    for (let i = 0; i < 300; i++) yield `ZZZ*${LONG}`;
    yield* SEGMENTS.slice(at);
  },
  'large levels that wait for children': function* () {
    yield* SEGMENTS.slice(
      0,
      SEGMENTS.findIndex((text) => text.startsWith('HL*2')),
    );
    for (let i = 0; i < 150; i++) {
      yield* [`HL*${i + 100}*1*22*1`, 'SBR*P*18*******MB', `NM1*IL*1*DOE*JANE****MI*${LONG}`, `N3*${LONG}`, `CLM*${i}*100***11:B:1*Y*A*Y*Y`];
      yield* ['HI*ABK:A00', 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'DTP*472*D8*20260101'];
    }
  },
};

describe.each(Object.keys(INPUTS))('%s', (name) => {
  it.each(['convert to JSON', 'validate', 'annotate', 'acknowledge'])('%s: take bounded memory', async (operation) => {
    const before = liveBytes();
    let most = before;
    const input = async function* (): AsyncGenerator<Buffer, void, undefined> {
      let bytes = 0;
      for (const segment of INPUTS[name]?.() ?? []) {
        const piece = Buffer.from(`${segment}~`);
        if (Math.floor((bytes + piece.length) / 25e6) > Math.floor(bytes / 25e6)) most = Math.max(most, liveBytes());
        bytes += piece.length;
        for (let start = 0; start < piece.length; start += 65_536) yield piece.subarray(start, start + 65_536);
      }
    };
    await OPERATIONS[operation]?.(input);
    expect((most - before) / 1e6).toBeLessThan(MAX_MEGABYTES);
  });
});
