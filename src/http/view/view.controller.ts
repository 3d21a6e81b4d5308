import { Readable } from 'node:stream';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { acknowledge } from '../../viewer/acknowledgment';
import { excerptAt, writeExcerpt } from '../../viewer/excerpt';
import { pathTo, readOutline, type OutlinePage } from '../../viewer/outline';
import { readLinks, readObject, type RecordLink, type RecordObject } from '../../viewer/record-object';
import { search, type SearchPage } from '../../viewer/search';
import { readDetails, type SegmentDetails } from '../../viewer/segment-details';
import { readWindow, shownIssue, type ViewWindow } from '../../viewer/segment-window';
import { totalsAt, type ViewTotal } from '../../viewer/totals';
import type { ViewFile } from '../../viewer/view-file';
import { ViewFiles } from '../../viewer/view-files';
import { openEdiBody, openJsonBody } from '../body/edi-body';
import { contentDisposition } from '../headers';
import { ServiceSettings } from '../settings/service-settings';
import { ApiView, ApiViewBody, ApiViewSearch, ApiViewText } from './view.docs';
import {
  DEFAULT_NAME,
  MaskQuery,
  OpenViewQuery,
  readSearch,
  ViewExportQuery,
  ViewIssuesQuery,
  ViewOutlineQuery,
  ViewRecordQuery,
  ViewTotalsQuery,
  ViewWindowQuery,
} from './view.query';

const MAX_SEARCH_BYTES = 10_000;

/** `Number` reads more, such as 0x1 and 1e3. */
const DIGITS = /^\d+$/;

const CSV_TYPE = 'text/csv; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** What the page of the viewer asks for: windows of a file, never the whole of it. */
@ApiTags('Viewer')
@Controller('api/view/files')
export class ViewController {
  constructor(
    @Inject(ViewFiles) private readonly files: ViewFiles,
    private readonly settings: ServiceSettings,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({ operationId: 'openView', summary: 'Open a file in the viewer; its content follows' })
  @ApiView('ViewState', 201)
  open(@Query() { fileName }: OpenViewQuery): object {
    return this.stateOf(this.files.openEmpty(fileName || DEFAULT_NAME));
  }

  @Post(':id/content')
  @HttpCode(200)
  @ApiOperation({ operationId: 'sendView', summary: 'Send the content of a file that was opened; it is read while it arrives' })
  @ApiViewBody()
  async receive(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    const maxBytes = Math.min(this.settings.CLEARLOOP_VIEWER_MAX_BYTES, this.settings.CLEARLOOP_MAX_BODY_BYTES);
    const file = this.files.find(id);
    const { sources } = openEdiBody(request.raw, { fileName: file.name, maxBytes, maxFiles: 1, onIgnoredField: () => undefined });
    for await (const source of sources) await this.files.receive(id, source.open());
    return this.stateOf(file);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getView', summary: 'How far a file is read' })
  @ApiView('ViewState')
  state(@Param('id') id: string): object {
    return this.stateOf(this.files.find(id));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ operationId: 'closeView', summary: 'Close a file. With `leave` it stays open some seconds, for a page that is loaded again.' })
  @ApiQuery({ name: 'leave', required: false, schema: { type: 'string' }, description: 'Any value, also an empty one.' })
  @ApiView(undefined, 204)
  close(@Param('id') id: string, @Query('leave') leave?: string): void {
    if (leave === undefined) this.files.close(id);
    else this.files.leave(id);
  }

  @Get(':id/segments')
  @ApiOperation({ operationId: 'viewSegments', summary: 'Segments from a number on, with their loops and issues' })
  @ApiView('ViewWindow')
  segments(@Param('id') id: string, @Query() { from, count, mask }: ViewWindowQuery): ViewWindow {
    return readWindow(this.files.find(id), from, count, mask);
  }

  @Get(':id/segments/:segment')
  @ApiOperation({ operationId: 'viewSegment', summary: 'One segment: its elements, what they mean, and where it stands in the outline' })
  @ApiParam({ name: 'segment', description: 'Number of the segment; the first is 1.', schema: { type: 'integer', minimum: 1 } })
  @ApiView('ViewDetails')
  async details(
    @Param('id') id: string,
    @Param('segment') segment: string,
    @Query() { mask }: MaskQuery,
  ): Promise<SegmentDetails & { path: readonly string[] }> {
    const file = this.files.find(id);
    const segmentNumber = Number(segment);
    if (!DIGITS.test(segment) || !Number.isSafeInteger(segmentNumber) || segmentNumber < 1)
      throw new EdiError('EDI_BAD_PARAMETER', 'The number of a segment is a whole number from 1 on.');
    return { ...(await readDetails(file, segmentNumber, mask)), path: pathTo(file, segmentNumber) };
  }

  @Get(':id/outline')
  @ApiOperation({ operationId: 'viewOutline', summary: 'Children of a node of the outline: interchanges, groups, transaction sets, records, loops' })
  @ApiView('ViewOutline')
  outline(@Param('id') id: string, @Query() { node, from, count, mask }: ViewOutlineQuery): OutlinePage {
    return readOutline(this.files.find(id), node, from, count, mask);
  }

  @Get(':id/issues')
  @ApiOperation({ operationId: 'viewIssues', summary: 'Issues in the order of their segments, filtered by level and type' })
  @ApiView('ViewIssues')
  issues(@Param('id') id: string, @Query() { from, count, levels, types, at, mask }: ViewIssuesQuery): object {
    const file = this.files.find(id);
    const { issues } = file;
    const filter = { levels, types };
    const shown = issues.list(filter, from, count).map((issue) => shownIssue(file, issue, mask));
    return {
      total: issues.count(filter),
      counts: issues.counts,
      ...(at === undefined ? {} : { position: issues.positionAt(filter, at) }),
      issues: shown,
    };
  }

  @Get(':id/object')
  @ApiOperation({ operationId: 'viewObject', summary: 'The business object of a segment' })
  @ApiView('ViewObject')
  async object(@Param('id') id: string, @Query() { segment, whole, mask }: ViewRecordQuery): Promise<RecordObject | { readonly kind: '' }> {
    const file = this.files.find(id);
    const excerpt = excerptAt(file, segment, whole);
    return excerpt === undefined ? { kind: '' } : readObject(file, excerpt, mask);
  }

  @Get(':id/links')
  @ApiOperation({ operationId: 'viewLinks', summary: 'The elements of the record of a segment, and the keys of its object that each feeds' })
  @ApiView('ViewLinks')
  async links(@Param('id') id: string, @Query() { segment, whole, mask }: ViewRecordQuery): Promise<{ readonly links: readonly RecordLink[] }> {
    const file = this.files.find(id);
    const excerpt = excerptAt(file, segment, whole);
    return { links: excerpt === undefined ? [] : await readLinks(file, excerpt, mask) };
  }

  @Post(':id/search')
  @HttpCode(200)
  @ApiOperation({ operationId: 'searchView', summary: 'Search for a while; `next` says where to go on' })
  @ApiViewSearch()
  async search(@Param('id') id: string, @Query() { mask }: MaskQuery, @Req() request: FastifyRequest): Promise<SearchPage> {
    const file = this.files.find(id);
    const wanted = await readSearch(openJsonBody(request.raw, MAX_SEARCH_BYTES));
    return search(file, wanted, mask, file.context.share.until(file.signal));
  }

  @Get(':id/totals')
  @ApiOperation({ operationId: 'viewTotals', summary: 'Sums of the transaction set of a segment' })
  @ApiView('ViewTotals')
  totals(@Param('id') id: string, @Query() { segment }: ViewTotalsQuery): { readonly totals: readonly ViewTotal[] } {
    return { totals: totalsAt(this.files.find(id), segment) };
  }

  @Get(':id/export')
  @ApiOperation({ operationId: 'exportView', summary: 'A record, or a transaction set, as EDI, JSON or CSV' })
  @ApiViewText('The record.')
  async export(@Param('id') id: string, @Query() query: ViewExportQuery, @Res() reply: FastifyReply): Promise<void> {
    const file = this.files.find(id);
    const excerpt = excerptAt(file, query.segment, query.whole);
    if (excerpt === undefined) throw new EdiError('EDI_BAD_PARAMETER', `Segment ${query.segment} belongs to no record and no transaction set.`);
    const edi = writeExcerpt(file, excerpt, query.mask);
    const name = `${file.name.replace(/\.[^.]*$/, '')}-${excerpt.first}`;
    if (query.as === 'edi') {
      await reply.headers({ 'content-type': TEXT_TYPE, 'content-disposition': contentDisposition(`${name}.edi`) }).send(edi);
      return;
    }
    const source = { name: file.name, open: () => once(Buffer.from(edi)) };
    const conversion = file.parts.engine.convert([source], { output: query.as, objects: file.objects, signal: file.signal });
    const headers = { 'content-type': query.as === 'csv' ? CSV_TYPE : JSON_TYPE, 'content-disposition': contentDisposition(`${name}.${query.as}`) };
    const chunks = conversion[Symbol.asyncIterator]();
    const first = await chunks.next();
    await reply.headers(headers).send(Readable.from(continuing(first, chunks), { objectMode: false }));
  }

  @Get(':id/acknowledgment')
  @ApiOperation({ operationId: 'acknowledgeView', summary: 'The acknowledgment that the sender of the file would get' })
  @ApiViewText('EDI: TA1 and 999.')
  async acknowledgment(@Param('id') id: string, @Query() { mask }: MaskQuery, @Res() reply: FastifyReply): Promise<void> {
    const chunks = acknowledge(this.files.find(id), mask)[Symbol.asyncIterator]();
    const first = await chunks.next();
    await reply.headers({ 'content-type': TEXT_TYPE }).send(Readable.from(continuing(first, chunks), { objectMode: false }));
  }

  private stateOf(file: ViewFile): object {
    const { id, name, format, progress, issues } = file;
    const { CLEARLOOP_VIEWER_MASK: masks, CLEARLOOP_VIEWER_MAX_BYTES: maxBytes } = this.settings;
    return { id, name, ...(format === undefined ? {} : { format }), ...progress, issues: issues.counts, masks, maxBytes };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The first chunk was pulled before the status was sent, so that its error is answered with one. */
async function* continuing(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done === true) return;
  yield first.value;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
