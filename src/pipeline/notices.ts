import type { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { Notice } from '../plugin/output.plugin';

/** An in-band failure. */
export function errorNotice({ code, message }: EdiError, fileName: string): Notice {
  return { objectType: 'ERROR', code, message, fileName };
}

/** Damage that loses data is an ERROR with every setting: what the output lacks must not go unseen. */
export function lossNotice({ message, place, errorCode = 'EDI_DATA_LOST' }: Issue, fileName: string): Notice {
  return { objectType: 'ERROR', code: errorCode, message, fileName, ...lineOf(place) };
}

/** A finding as WARNING, for `warningsInResponse`. */
export function warningNotice({ message, place }: Issue, fileName: string): Notice {
  return { objectType: 'WARNING', fileName, message, ...lineOf(place) };
}

function lineOf(place: Issue['place']): object {
  return place === undefined ? {} : { lineNumber: place.lineNumber, segmentNumber: place.segmentNumber };
}
