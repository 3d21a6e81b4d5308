import { CODE_TYPES, findCodeType, type CodeType } from '../codes/code-type';
import { EdiError } from '../common/edi-error';
import type { ElementDef, Guide, LoopDef, Qualifier, SegmentDef } from '../guide/guide.types';
import { StandardDictionary } from '../guide/standard-dictionary';
import type { Tool, ToolContext, ToolParameter } from './tool';

const MAX_FOUND = 20;

/** Codes of an element that an answer lists. */
const MAX_CODES = 60;

const GUIDE: ToolParameter = { type: 'string', description: 'Id of a guide such as 005010X222A2; describe_guide without parameters lists them.' };

type Described = Readonly<Record<string, unknown>>;

/** Guides, their loops, and their segments. */
export const describeGuide: Tool = {
  name: 'describe_guide',
  description: 'Implementation guides: without parameters a list; with guide its loops; with a loop too its segments; with a segment its elements.',
  parameters: {
    guide: GUIDE,
    loop: { type: 'string', description: 'Id of a loop, such as 2100.' },
    segment: { type: 'string', description: 'Id of a segment, such as CLP.' },
  },
  async run(given, { guides }) {
    const id = given.text('guide');
    if (id === undefined) return guides.all().map(({ id: guide, transactionSet, name }) => ({ guide, transactionSet, name }));
    const guide = guides.get(id);
    const [loop, segment] = [given.text('loop'), given.text('segment')];
    if (loop === undefined && segment === undefined) return { guide: guide.id, name: guide.name, loops: loopTree(guide.root) };
    const found = guide.segments.filter((one) => (loop === undefined || one.loop.id === loop) && (segment === undefined || one.id === segment));
    return found.map((one) => (segment === undefined ? headOf(one) : { ...headOf(one), elements: one.elements.map(describeElement) }));
  },
};

function loopTree({ id, name, usage, max, trigger, children }: LoopDef): Described {
  const loops = children.flatMap((child) => (child.kind === 'loop' ? [loopTree(child)] : []));
  return { id, name, usage, max: countOf(max), trigger: trigger.id, ...(loops.length > 0 ? { loops } : {}) };
}

function headOf({ id, name, usage, max, loop, qualifiers, syntax }: SegmentDef): Described {
  return { loop: loop.id, segment: id, name, usage, max: countOf(max), when: qualifiers.map(describeQualifier), ...(syntax.length > 0 ? { syntax } : {}) };
}

const countOf = (max: number): number | string => (Number.isFinite(max) ? max : 'unbounded');

const describeQualifier = ({ element, component, codes }: Qualifier): string =>
  `${element}${component === undefined ? '' : `-${component}`}: ${[...codes].slice(0, MAX_CODES).join(', ')}`;

function describeElement({ ref, name, type, min, max, usage, codes, codeSet, components }: ElementDef): Described {
  return {
    ref,
    name,
    usage,
    ...(type === '' ? {} : { type: `${type} ${min}/${max}` }),
    ...(codes ? { codes: codes.slice(0, MAX_CODES) } : {}),
    ...(codeSet === undefined ? {} : { codeList: codeSet }),
    ...(components && components.length > 0 ? { components: components.map(describeElement) } : {}),
  };
}

/** Elements of one segment of text. */
export const explainSegment: Tool = {
  name: 'explain_segment',
  description: 'What the elements of one segment mean, by a guide or by the standard. The segment is given as text, such as CLP*A1*1*100*80**12.',
  parameters: {
    segment: { type: 'string', description: 'The segment; the character after its id separates elements, : components.', isRequired: true },
    guide: GUIDE,
    loop: { type: 'string', description: 'Id of the loop that it stands in, where the guide has several segments of the id.' },
  },
  async run(given, { guides }) {
    const { id, values } = splitSegment(given.requiredText('segment'));
    const guideId = given.text('guide');
    const def = guideId === undefined ? undefined : findDef(guides.get(guideId), id, values, given.text('loop'));
    const elements = def?.elements ?? new StandardDictionary().elementsOf(id);
    if (elements.length === 0) throw new EdiError('EDI_BAD_PARAMETER', 'Neither guide nor standard has a segment of this id.');
    return {
      segment: id,
      by: def === undefined ? 'standard' : guideId,
      ...(def === undefined ? {} : headOf(def)),
      elements: values.flatMap((value, i) => {
        const element = elements[i];
        if (element === undefined) return [{ ref: `${id}${String(i + 1).padStart(2, '0')}`, value, problem: 'the segment has no such element' }];
        return value === '' ? [] : [explainValue(element, value)];
      }),
    };
  },
};

function explainValue(element: ElementDef, value: string): Described {
  const { components } = element;
  const described = describeElement(element);
  if (components === undefined || components.length === 0) return { ...described, value };
  const parts = value.split(':').map((part, i) => ({ ...(components[i] ? describeElement(components[i]) : {}), value: part }));
  return { ...described, value, components: parts };
}

function splitSegment(text: string): { readonly id: string; readonly values: readonly string[] } {
  const match = /^\s*([A-Za-z][A-Za-z0-9]{1,2})([^A-Za-z0-9\s])([^]*?)[~\s]*$/.exec(text);
  if (match === null) throw new EdiError('EDI_BAD_PARAMETER', 'segment is no segment: an id of two or three characters, a separator, and elements.');
  const [, id = '', separator = '*', rest = ''] = match;
  return { id: id.toUpperCase(), values: rest.split(separator) };
}

/** The segment of the guide whose qualifiers fit best. */
function findDef({ segments }: Guide, id: string, values: readonly string[], loop: string | undefined): SegmentDef | undefined {
  const ofId = segments.filter((def) => def.id === id && (loop === undefined || def.loop.id === loop));
  const fits = ({ qualifiers }: SegmentDef): boolean =>
    qualifiers.every(({ element, component = 1, codes }) => codes.has((values[element - 1] ?? '').split(':')[component - 1] ?? ''));
  return ofId.find((def) => def.qualifiers.length > 0 && fits(def)) ?? ofId.find(fits) ?? ofId[0];
}

const TYPE: ToolParameter = { type: 'string', description: `Type of the code, such as ${CODE_TYPES.slice(0, 3).join(', ')}.` };

/** One code. */
export const lookupCode: Tool = {
  name: 'lookup_code',
  description: 'One code of a code list (adjustment reasons, remarks, revenue codes, places of service, and lists that were imported) with its description.',
  parameters: { code: { type: 'string', description: 'The code.', isRequired: true }, type: TYPE },
  run: async (given, context) => (await context.codes()).find(given.requiredText('code'), { types: typesOf(given.text('type')) }),
};

/** Codes by words. */
export const searchCodes: Tool = {
  name: 'search_codes',
  description: 'Codes whose code or description fits words, best first.',
  parameters: {
    query: { type: 'string', description: 'Words, or the beginning of a code.', isRequired: true },
    type: TYPE,
    limit: { type: 'integer', description: 'Most codes of the answer; default 10.', minimum: 1, maximum: MAX_FOUND },
  },
  run: async (given, context: ToolContext) =>
    (await context.codes()).search(given.requiredText('query'), { types: typesOf(given.text('type')) }, given.number('limit', MAX_FOUND / 2)),
};

function typesOf(name: string | undefined): readonly CodeType[] | undefined {
  if (name === undefined) return undefined;
  const type = findCodeType(name);
  if (type === undefined) throw new EdiError('EDI_BAD_PARAMETER', `type must be one of ${CODE_TYPES.join(', ')}.`);
  return [type];
}
