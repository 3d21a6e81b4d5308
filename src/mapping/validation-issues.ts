import type { Field, JsonSchema } from './field';
import { keyFragment } from './json-text';

/** The OpenAPI document has it in full, under this name. */
const ISSUE: JsonSchema = { type: 'object', description: 'a ValidationIssue' };

/** `validationIssues` of a record: what validation found in it. Absent when nothing was found or looked for. */
export function validationIssues(): Field<readonly object[]> {
  return {
    doc: { place: '', schema: { type: 'array', items: ISSUE, description: 'with `validate`: what is wrong in the object' } },
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
