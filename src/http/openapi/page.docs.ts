import type { OpenAPIObject } from '@nestjs/swagger';

const TEXT = 'text/plain';

/**
 * Gives the document as the page shows it: with text as the first type of bodies, because a page cannot be prefilled with a file. The document
 * itself begins with files, which generated clients send.
 */
export function textFirst(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]): [string, typeof item] => {
    const body = item.post?.requestBody;
    const text = body !== undefined && 'content' in body ? body.content[TEXT] : undefined;
    if (item.post === undefined || body === undefined || !('content' in body) || text === undefined) return [path, item];
    return [path, { ...item, post: { ...item.post, requestBody: { ...body, content: { [TEXT]: text, ...body.content } } } }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
