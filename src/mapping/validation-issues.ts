import type { Field } from './field';
import { keyFragment } from './json-text';
import { schemaRef } from './record-schemas';

/** `validationIssues` of a record: what validation found in it. Absent when nothing was found or looked for. */
export function validationIssues(): Field<readonly object[]> {
  return {
    doc: { place: '', schema: { type: 'array', items: schemaRef('ValidationIssue'), description: 'with `validate`: what is wrong in the object' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      return {
        read: (_loop, _segment, _base, { validationIssues: issues }) => nonEmpty(issues?.()),
        encode: (_loop, _segment, _base, { out, context }) => {
          const issues = nonEmpty(context.validationIssues?.());
          if (issues === undefined) return;
          out.raw(fragment);
          out.text(JSON.stringify(issues));
        },
      };
    },
  };
}

function nonEmpty(issues: readonly object[] | undefined): readonly object[] | undefined {
  return issues !== undefined && issues.length > 0 ? issues : undefined;
}
