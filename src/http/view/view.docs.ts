import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiResponse } from '@nestjs/swagger';
import { MAX_HITS, SEARCH_KINDS } from '../../viewer/search';
import { EDI_CONTENT_TYPES, failure } from '../openapi/answer.docs';
import { DEFAULT_COUNT, MAX_QUERY } from './view.query';

/*
 * What the operations of the viewer document beside their parameters.
 */

type Docs = MethodDecorator & ClassDecorator;

const NUMBER = { type: 'integer' } as const;
const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;

interface Shape {
  readonly type: 'object';
  readonly required: string[];
  readonly properties: Record<string, object>;
}

const object = (properties: Record<string, object>, required: string[] = Object.keys(properties)): Shape => ({ type: 'object', required, properties });
const list = (items: object): object => ({ type: 'array', items });

const COUNTS = object({
  all: NUMBER,
  levels: { type: 'object', additionalProperties: NUMBER },
  types: { type: 'object', additionalProperties: NUMBER },
});

const ISSUE = object(
  {
    id: NUMBER,
    segmentNumber: NUMBER,
    level: NUMBER,
    type: TEXT,
    message: TEXT,
    ruleId: TEXT,
    loop: TEXT,
    element: TEXT,
    elementNumber: NUMBER,
    component: NUMBER,
    value: TEXT,
    allowedValues: list(TEXT),
  },
  ['id', 'segmentNumber', 'level', 'type', 'message'],
);

const SEGMENT = object(
  {
    segmentNumber: NUMBER,
    id: TEXT,
    text: TEXT,
    depth: NUMBER,
    name: TEXT,
    loop: TEXT,
    loopName: TEXT,
    opensLoop: FLAG,
    isUnplaced: FLAG,
    isCut: FLAG,
    issues: list(ISSUE),
  },
  ['segmentNumber', 'id', 'text', 'depth', 'name'],
);

const ELEMENT = object(
  {
    ref: TEXT,
    element: NUMBER,
    component: NUMBER,
    name: TEXT,
    value: TEXT,
    type: TEXT,
    dataElement: TEXT,
    usage: TEXT,
    min: NUMBER,
    max: NUMBER,
    meaning: TEXT,
    allowed: list(object({ code: TEXT, meaning: TEXT }, ['code'])),
  },
  ['ref', 'element', 'name', 'value'],
);

const SCHEMAS = {
  ViewState: object(
    {
      id: TEXT,
      name: TEXT,
      format: TEXT,
      bytes: NUMBER,
      isComplete: FLAG,
      indexed: NUMBER,
      isIndexed: FLAG,
      segments: NUMBER,
      understood: NUMBER,
      isUnderstood: FLAG,
      failure: TEXT,
      issues: COUNTS,
      masks: FLAG,
      maxBytes: NUMBER,
    },
    ['id', 'name', 'bytes', 'isComplete', 'indexed', 'isIndexed', 'segments', 'understood', 'isUnderstood', 'issues', 'masks', 'maxBytes'],
  ),
  ViewWindow: object({
    from: NUMBER,
    total: NUMBER,
    separators: object({ element: TEXT, component: TEXT, repetition: TEXT, segment: TEXT }),
    segments: list(SEGMENT),
  }),
  ViewDetails: object({ segment: SEGMENT, elements: list(ELEMENT), path: list(TEXT) }),
  ViewOutline: object({
    total: NUMBER,
    nodes: list(
      object(
        {
          id: TEXT,
          kind: TEXT,
          label: TEXT,
          detail: TEXT,
          first: NUMBER,
          last: NUMBER,
          children: { ...NUMBER, description: '0 for a leaf; absent where the children are not counted' },
          records: NUMBER,
          amount: { type: 'number' },
        },
        ['id', 'kind', 'label', 'first', 'last'],
      ),
    ),
  }),
  ViewIssues: object({ total: NUMBER, counts: COUNTS, position: NUMBER, issues: list(ISSUE) }, ['total', 'counts', 'issues']),
  ViewObject: object({ kind: TEXT, first: NUMBER, last: NUMBER, json: TEXT }, ['kind']),
  ViewLinks: object({
    links: list(object({ segmentNumber: NUMBER, element: NUMBER, component: NUMBER, pointers: list(TEXT) }, ['segmentNumber', 'element', 'pointers'])),
  }),
  ViewTotals: object({ totals: list(object({ label: TEXT, amount: { type: 'number', nullable: true } })) }),
} as const;

const notOpen = (): Docs =>
  applyDecorators(ApiParam({ name: 'id', description: 'Id of the open file.', schema: TEXT }), failure(404, 'No file of this id is open.'));
const bad = (): Docs => failure(400, 'A parameter is not allowed, or the file cannot be read.');

/** Documents an operation that answers JSON. */
export function ApiView(schema: keyof typeof SCHEMAS | undefined, status = 200): Docs {
  const content = schema === undefined ? {} : { content: { 'application/json': { schema: SCHEMAS[schema] } } };
  const answer = ApiResponse({ status, description: schema === undefined ? 'Done.' : 'The answer.', ...content });
  return applyDecorators(answer, bad(), ...(status === 201 ? [failure(429, 'As many files are open as the viewer takes.')] : [notOpen()]));
}

/** Documents an operation that receives a file. */
export function ApiViewBody(): Docs {
  const tooLarge = failure(413, 'The file is larger than the setting CLEARLOOP_VIEWER_MAX_BYTES allows.');
  const body = ApiBody({ description: 'The file.', required: true, schema: { type: 'string', format: 'binary' } });
  return applyDecorators(ApiView('ViewState'), tooLarge, ApiConsumes(...EDI_CONTENT_TYPES.filter((type) => type !== 'multipart/form-data')), body);
}

/** Documents the search, whose request is a body. */
export function ApiViewSearch(): Docs {
  const request = object(
    {
      query: { ...TEXT, minLength: 1, maxLength: MAX_QUERY },
      kind: { ...TEXT, enum: [...SEARCH_KINDS], default: 'value' },
      from: { ...NUMBER, minimum: 1, default: 1, description: 'number of the segment from which on is searched' },
      count: { ...NUMBER, minimum: 1, maximum: MAX_HITS, default: DEFAULT_COUNT, description: 'maximum of hits in the answer' },
    },
    ['query'],
  );
  const answer = object({ hits: list(object({ segmentNumber: NUMBER, text: TEXT })), next: NUMBER }, ['hits']);
  return applyDecorators(
    ApiConsumes('application/json'),
    ApiBody({ description: 'What is searched for, and where.', schema: request }),
    ApiResponse({ status: 200, description: 'Hits in the order of the file.', content: { 'application/json': { schema: answer } } }),
    bad(),
    failure(413, 'The request is too large.'),
    notOpen(),
  );
}

/** Documents an operation that answers text. */
export function ApiViewText(description: string): Docs {
  const content = Object.fromEntries(['text/plain', 'application/json', 'text/csv'].map((type) => [type, { schema: TEXT }]));
  return applyDecorators(ApiResponse({ status: 200, description, content }), bad(), notOpen());
}
