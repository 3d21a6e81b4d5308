import { availableParallelism } from 'node:os';
import { workersFor } from '../../../src/cli/worker-count';

jest.mock('node:os', () => ({ ...jest.requireActual<object>('node:os'), availableParallelism: jest.fn(() => 4) }));

const files = (count: number, bytes: number): { readonly bytes: number }[] => Array.from({ length: count }, () => ({ bytes }));

describe('the threads of a command', () => {
  it.each([
    ['none for a file of 60 MB', files(1, 60_000_000), 0],
    ['one for each core for a file of 65 MB', files(1, 65_000_000), 4],
    ['none for five hundred small files', files(500, 10_000), 0],
    ['one for each core for a thousand', files(1_000, 10_000), 4],
    ['none for standard input, whose size is not known', [{ bytes: undefined }], 0],
  ] as const)('are %s', (_title, inputs, count) => {
    expect(workersFor(undefined, inputs)).toBe(count);
  });

  it('are eight on a machine with more cores, and as many as were asked for', () => {
    jest.mocked(availableParallelism).mockReturnValueOnce(64);
    expect(workersFor('auto', files(1, 200_000_000))).toBe(8);
    expect(workersFor(12, files(1, 1))).toBe(12);
    expect(workersFor(1, files(1, 200_000_000))).toBe(0);
  });
});
