import { EdiError } from '../common/edi-error';
import { codeNames } from './code-names';
import { describeElements, type ElementInfo, wordsOf } from './element-info';
import { fieldsOf, maskField, placedSegments, readWindow, shownText, textsOf, type ViewSegment } from './segment-window';
import type { ViewFile } from './view-file';

/** Everything about one segment. */
export interface SegmentDetails {
  readonly segment: ViewSegment;
  readonly elements: readonly ElementInfo[];
}

/** Explains a segment. Throws EDI_BAD_PARAMETER for a number that the file does not have. */
export async function readDetails(file: ViewFile, segmentNumber: number, masks: boolean): Promise<SegmentDetails> {
  const [segment] = readWindow(file, segmentNumber, 1, masks).segments;
  if (segment === undefined)
    throw new EdiError('EDI_BAD_PARAMETER', `The file has ${file.segments.length} segments; segment ${segmentNumber} is not one of them.`);
  const spans = file.segments.spans(segmentNumber, 1);
  if (file.format !== undefined) {
    const [text = ''] = textsOf(file, spans);
    return { segment, elements: lineFields(file, segment.id, text, masks) };
  }
  const [placed] = placedSegments(file, spans);
  if (placed === undefined) return { segment, elements: [] };
  const { codes, engine } = file.parts;
  const names = codeNames(engine.context.plugins);
  return { segment, elements: await describeElements(shownText(file, placed, masks), placed.elements, placed.delimiters, codes, names) };
}

function lineFields(file: ViewFile, id: string, text: string, masks: boolean): readonly ElementInfo[] {
  return fieldsOf(file, id, text).map((field, i) => {
    const { id: ref, name, value, isPersonal: _isPersonal, ...facts } = field;
    return { ref, element: i + 1, name: wordsOf(name), value: masks ? maskField(field) : value, ...facts };
  });
}
