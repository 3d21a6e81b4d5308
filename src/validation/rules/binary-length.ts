import type { Segment } from '../../x12/segment';
import { segmentKey } from '../../x12/segment-key';
import type { Reporter } from '../reporter';
import { rule } from '../rule';

export const binaryLength = rule({
  id: 'binary-length',
  level: 1,
  issueType: 'MISMATCH',
  finds: 'The length that BIN or BDS declares is no whole number, or not that of the data after it.',
});

const BIN = segmentKey('BIN');
const BDS = segmentKey('BDS');

/** True for a segment whose data may hold anything, separators among them. */
export const isBinary = ({ key }: Pick<Segment, 'key'>): boolean => key === BIN || key === BDS;

/** Compares the declared length of binary data with the data. */
export function checkBinaryLength(segment: Segment, reporter: Reporter): void {
  if (!isBinary(segment)) return;
  const lengthElement = segment.key === BIN ? 1 : 2;
  const value = segment.element(lengthElement);
  const data = lengthElement + 1;
  const actual = segment.elementCount < data ? 0 : segment.end(segment.elementCount) - segment.start(data);
  if (/^\d+$/.test(value) && Number(value) === actual) return;
  const { id, place } = segment;
  const element = `${id}0${lengthElement}`;
  const message = `The declared length '${value}' of the binary data is not ${actual}, the length that it has`;
  reporter.issue(binaryLength, { place, loop: '0000', segment: id, element, fieldName: 'length_of_binary_data', value, message });
}
