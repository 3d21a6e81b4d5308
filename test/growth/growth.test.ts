import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { growthOf } from './growth';
import { OPERATIONS } from './operations';
import { shapesOf } from './shapes';

const SAMPLES = ['835.edi', '837p.edi', '837i.edi', '834.edi', '277ca.edi'];

/** Each operation tries one shape in so many; with CLEARLOOP_GROWTH_EVERY=1 all of them, which takes hours. */
const EVERY = Number(process.env['CLEARLOOP_GROWTH_EVERY'] ?? 97);

/** Work that is quadratic grows by 4. Between 2.5 and this lies what allocation and the collector add to large inputs. */
const MAX_GROWTH = 3;

describe.each(Object.entries(OPERATIONS))('%s', (name, operation) => {
  it.each(SAMPLES)('takes time in proportion to its input, made of %s', async (sample) => {
    const shapes = shapesOf(readFileSync(join(__dirname, '../../samples', sample), 'utf8'));
    const offset = (name.length + sample.length) % EVERY;
    const tooSlow: string[] = [];
    for (const [i, shape] of shapes.entries()) {
      if (i % EVERY !== offset) continue;
      const growth = await growthOf(async (size) => operation(shape.make(size)));
      if (growth > MAX_GROWTH) tooSlow.push(`${shape.name}: ${growth.toFixed(1)}`);
    }
    expect(tooSlow).toEqual([]);
  });
});
