import type { CodeDirectory } from '../../src/mapping/code-descriptions';
import type { CodeDescription } from '../../src/mapping/code-list';

/** A directory that a test fills, and what it was asked. */
export interface TestDirectory extends CodeDirectory {
  /** Each look-up as `LIST:CODE LIST:CODE`, in order. */
  readonly asked: string[];
}

/** Makes a directory; `describe` gives undefined for codes that nothing is known of. */
export function directoryOf(describe: (list: string, code: string) => CodeDescription | undefined): TestDirectory {
  const asked: string[] = [];
  return {
    asked,
    async describe(codes) {
      asked.push([...codes].flatMap(([list, wanted]) => [...wanted].map((code) => `${list}:${code}`)).join(' '));
      const answer = new Map<string, Map<string, CodeDescription>>();
      for (const [list, wanted] of codes) {
        const described = new Map<string, CodeDescription>();
        for (const code of wanted) {
          const description = describe(list, code);
          if (description !== undefined) described.set(code, description);
        }
        answer.set(list, described);
      }
      return answer;
    },
  };
}

/** Describes every code by its list and itself. */
export const everyCode = (): TestDirectory => directoryOf((list, code) => ({ desc: `${list} ${code}` }));
