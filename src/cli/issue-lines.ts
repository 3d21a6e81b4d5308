import type { Issue } from '../common/issue';

/** A segment longer than this is not shown. */
const MAX_SHOWN_LENGTH = 500;

/**
 * An issue as a person reads it: where, what, and the segment with the element underlined.
 *
 *     remit.835:22 (segment 21, loop 2110): Claim Adjustment Reason Code XX is not a valid code [code-invalid]
 *       CAS*PR*XX*300~
 *              ^^
 */
export function issueLines(issue: Issue, fileName: string): string {
  const { place, loop, message, ruleId, allowedValues } = issue;
  const where =
    place === undefined ? fileName : `${fileName}:${place.lineNumber} (segment ${place.segmentNumber}${loop === undefined ? '' : `, loop ${loop}`})`;
  const allowed = allowedValues === undefined ? '' : `; allowed are ${allowedValues.join(', ')}`;
  const rule = ruleId === undefined ? '' : ` [${ruleId}]`;
  // The message already begins with the line.
  const text = place === undefined ? message : message.replace(`(line ${place.lineNumber}, `, '(');
  return `${where}: ${oneLine(text)}${allowed}${rule}\n${segmentLines(issue)}\n`;
}

/** A value in a message may contain control sequences of a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

function segmentLines(issue: Issue): string {
  const { ediString } = issue;
  if (ediString === undefined || ediString.length > MAX_SHOWN_LENGTH) return '';
  const text = oneLine(ediString).trimEnd();
  const marked = underlined(issue, text);
  return `  ${text}\n${marked === '' ? '' : `  ${marked}\n`}`;
}

const ELEMENT = /(\d\d)(?:-(\d{1,2}))?$/;

/** Carets below the element; below the value if the element contains it. Empty when the issue is about the segment. */
function underlined({ element, value, segment = '', ediCode }: Issue, text: string): string {
  const number = element === undefined ? undefined : Number(ELEMENT.exec(element)?.[1]);
  const separator = text[segment.length];
  if (separator === undefined || (number === undefined && ediCode === undefined)) return '';
  const parts = text.split(separator);
  const index = number ?? parts.findLastIndex((part) => value !== undefined && part.includes(value));
  const part = parts[index];
  if (part === undefined) return '';
  const start = parts.slice(0, index).join(separator).length + 1;
  const inside = value === undefined ? -1 : part.indexOf(value);
  const length = inside < 0 ? part.length : (value?.length ?? 0);
  return ' '.repeat(start + Math.max(0, inside)) + '^'.repeat(Math.max(1, length));
}
