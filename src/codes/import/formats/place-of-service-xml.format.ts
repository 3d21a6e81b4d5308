import { parseDate } from '../dates';
import type { CodeFile, CodeFormat, ImportedRow } from '../import.types';
import { headText } from '../read-lines';
import { readXml, type XmlListener } from '../read-xml';
import { placeOfServiceRow } from './place-of-service';

const IS_CODE_SYSTEM = /<(?:\w+:)?CodeSystem[\s>]/;
const IS_PLACE_OF_SERVICE = /place[- _]?of[- _]?service/i;
const VERSION = /<version value="(?<date>\d{8})"/;

/** The FHIR CodeSystem of HL7 terminology: concept/code, display and definition. */
export const placeOfServiceXmlFormat: CodeFormat = {
  id: 'place-of-service-xml',
  name: 'CMS place of service codes as FHIR CodeSystem XML (cs-CMS-PlaceofServiceCodes.xml)',
  recognise: (files, hints) =>
    files.filter(isCodeSystem).map((file) => ({
      set: 'PLACE-OF-SERVICE',
      release: hints.release ?? parseDate(VERSION.exec(headText(file))?.groups?.['date'] ?? '') ?? '',
      source: 'CMS place of service codes, HL7 CodeSystem',
      replacesEdits: false,
      files: [file],
      read: () => readXml(file.open(), file.name, (emit, lineNumber) => listenToConcepts(file, emit, lineNumber)),
    })),
};

function isCodeSystem(file: CodeFile): boolean {
  const text = headText(file);
  return IS_CODE_SYSTEM.test(text) && IS_PLACE_OF_SERVICE.test(text);
}

function listenToConcepts(file: CodeFile, emit: (row: ImportedRow) => void, lineNumber: () => number): XmlListener {
  let concept: Record<string, string> | undefined;
  return {
    open: (name, { value }) => {
      if (name === 'concept') concept = {};
      else if (concept !== undefined && value !== undefined) concept[name] ??= value;
    },
    close: (name) => {
      if (name !== 'concept' || concept === undefined) return;
      const { code = '', display = '', definition = '' } = concept;
      emit(placeOfServiceRow({ file: file.name, line: lineNumber() }, code, display, definition));
      concept = undefined;
    },
  };
}
