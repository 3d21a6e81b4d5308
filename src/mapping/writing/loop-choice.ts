import type { LoopDef } from '../../guide/guide.types';
import type { BoundField, BoundRecord, RecordDeclaration } from '../field';
import type { ChildLoop } from '../locator';
import { parsePlace } from '../place';
import { elsewhere } from './out-segments';
import { isGiven, isObject, type OutPlace, type WriteRun } from './write-run';

/** A loop that items may be written into. */
interface LoopToWrite {
  readonly def: LoopDef;
  /** Codes of the first segment that the guide allows; undefined for any. */
  readonly allowed: ReadonlySet<string> | undefined;
  /** Codes of the first segment that the target names; undefined for an id. */
  readonly codes: readonly string[] | undefined;
  readonly write: BoundField['write'];
}

const LOOP_ID = /^\d/;

/** Chooses the child loop that an item is written into: the one whose first segment has the code that the item says, such as its role. */
export class LoopChoice {
  /** Key of the item that has the code which selects a loop; undefined when there is no choice. */
  readonly key: string | undefined;
  private readonly toText: ((value: unknown) => string | undefined) | undefined;
  private readonly accepts: (code: string) => boolean;
  private readonly loops: readonly LoopToWrite[];

  constructor(target: string, loops: readonly (ChildLoop & { readonly item: BoundRecord })[], { fields }: RecordDeclaration<unknown>) {
    this.loops = loops.map(({ def, codes, item: { write } }) => ({ def, allowed: def.trigger.qualifiers[0]?.codes, codes, write }));
    const place = LOOP_ID.test(target) ? undefined : parsePlace(target);
    this.accepts = (code) => place?.codes?.includes(code) !== (place?.isExcluding ?? true);
    const trigger = loops[0]?.def.trigger;
    const element = trigger?.qualifiers[0]?.element ?? 1;
    const wanted = `${trigger?.id}${String(element).padStart(2, '0')}`;
    this.key = place === undefined ? undefined : Object.keys(fields).find((key) => fields[key]?.doc.place === wanted);
    this.toText = this.key === undefined ? undefined : toTextOf(loops[0]?.item, this.key);
  }

  /** The loop for an item; undefined for a code of none. `code` is empty where the item says none. */
  choose(value: unknown): { readonly loop: LoopToWrite | undefined; readonly code: string } {
    const [first] = this.loops;
    if (this.key === undefined || !isObject(value)) return { loop: first, code: '' };
    const member = value[this.key];
    const code = isGiven(member) ? (this.toText?.(member) ?? '') : '';
    if (code === '') return { loop: this.loops.length === 1 ? first : undefined, code };
    return { loop: this.loops.find(({ allowed }) => this.accepts(code) && allowed?.has(code) !== false), code };
  }

  /** Codes that loops have, for messages. */
  get codes(): readonly string[] {
    return this.loops.flatMap(({ allowed }) => [...(allowed ?? [])].filter((code) => this.accepts(code)));
  }
}

/** The field of a bound record that has a key. */
function toTextOf(item: BoundRecord | undefined, key: string): BoundField['toText'] {
  return item?.fields[item.keys.indexOf(key)]?.toText;
}

/** Writes an item into a new loop of its own. */
export function writeInLoop(choice: LoopChoice, value: unknown, place: OutPlace, run: WriteRun): void {
  const { loop: chosen, code } = choice.choose(value);
  if (chosen === undefined) {
    if (code === '') run.problem(place.path, choice.key, 'it says which loop the object belongs to, and has to be there');
    else {
      const message = `No loop here is for '${code}'; the object is not written`;
      run.issue(place.path, choice.key, { issueType: 'VALUE_NOT_IN_ENUM_LIST', message, value: code, allowedValues: choice.codes });
    }
    return;
  }
  const loop = place.loop.addLoop(chosen.def, place.path);
  if (chosen.codes !== undefined) loop.addTrigger(place.path, chosen.codes);
  chosen.write?.(value, elsewhere(place, loop), run);
}
