import { BYTE } from '../common/bytes';
import type { BoundField, Field } from './field';
import { keyFragment } from './json-text';
import { schemaRef } from './record-schemas';

/** `validationIssues` of a record: what validation found in it. Absent when nothing was found or looked for. */
export function validationIssues(): Field<readonly object[]> {
  return {
    doc: { place: '', schema: { type: 'array', items: schemaRef('ValidationIssue'), description: 'with `validate`: what is wrong in the object' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      const encodeInParts: BoundField['encodeInParts'] = function* (_loop, _segment, _base, { out, context }) {
        let count = 0;
        for (const issue of context.validationIssues?.() ?? []) {
          if (count === 0) {
            out.raw(fragment);
            out.byte(BYTE.BRACKET_OPEN);
          } else {
            out.byte(BYTE.COMMA);
            if (count % ISSUES_OF_A_PART === 0) yield;
          }
          out.text(JSON.stringify(issue));
          count++;
        }
        if (count > 0) out.byte(BYTE.BRACKET_CLOSE);
      };
      return {
        step: { kind: 'validation issues' },
        encode: (loop, segment, base, run) => {
          for (const _part of encodeInParts(loop, segment, base, run));
        },
        encodeInParts,
      };
    },
  };
}

const ISSUES_OF_A_PART = 50;
