import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClaimStatuses } from '../../../plugins/x12-277';
import { claimStatus, patientStatus } from '../../../plugins/x12-277/claim-status';
import { ACKNOWLEDGMENT, INQUIRY } from '../../../plugins/x12-277/guides';
import { claimInquiry, inquiryStatus } from '../../../plugins/x12-277/inquiry-status';
import { providerStatus } from '../../../plugins/x12-277/provider-status';
import { receiverStatus } from '../../../plugins/x12-277/receiver-status';
import type { LoopDef, SegmentDef } from '../../../src/guide/guide.types';
import { GuideLoader } from '../../../src/guide/guide-loader';
import { slotsOf } from '../../../src/mapping/locator';
import { parsePlace } from '../../../src/mapping/place';
import { bindTransactionSet } from '../../../src/plugin/bound-transaction-set';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import type { Field } from '../../../src/plugin';
import { asRecord, type Json, linesOf } from '../../support/conversion';
import { at } from '../../support/claims';

const SAMPLES = join(__dirname, '../../samples/x12-277');

const samples = new Map(readdirSync(SAMPLES).map((name) => [name, linesOf(readFileSync(join(SAMPLES, name, 'expected.ndjson'), 'utf8'))] as const));

type Declared = Readonly<Record<string, Field<unknown>>>;

/** Keys that depend on options. */
const OPTIONAL = ['transactionId', 'validationIssues', 'transaction'];

const missing = (fields: Declared, objects: readonly Json[]): string[] =>
  Object.keys(fields).filter((key) => !OPTIONAL.includes(key) && !objects.some((object) => key in object));

const ofKind = (kind: string, ...names: readonly string[]): Json[] =>
  names.flatMap((name) => samples.get(name) ?? []).filter(({ objectType }) => objectType === kind);

describe('the samples of statuses', () => {
  const inside = (objects: readonly Json[], key: string): Json[] =>
    objects.flatMap((object) => [object[key]].flat().flatMap((value) => (value === undefined ? [] : [asRecord(value)])));

  it.each([
    ['a claim of an acknowledgment', claimStatus.fields, ofKind('CLAIM_STATUS', 'acknowledgment')],
    ['a patient without a claim', patientStatus.fields, ofKind('CLAIM_STATUS', 'receiver-alone')],
    ['a provider', providerStatus.fields, ofKind('PROVIDER_STATUS', 'acknowledgment')],
    ['a receiver', receiverStatus.fields, ofKind('RECEIVER_STATUS', 'receiver-alone')],
  ])('have every field of %s', (_what, fields, objects) => {
    // The patient's provider has no status of its own there, and questions and responses alone have a payer.
    expect(missing(fields, objects).filter((key) => key !== 'providerBatchStatus' && key !== 'payer')).toEqual([]);
  });

  it('have every field of a claim that is asked for, and of the answer', () => {
    // Guides without 2200B and 2200C beside claims, or with them in levels that have none; medical records are those of 4010.
    const unusual = ['medicalRecordNumber', 'receiverBatchStatus', 'providerBatchStatus'];
    expect(missing(inquiryStatus.fields, ofKind('CLAIM_STATUS', 'response'))).toEqual(unusual);
    expect(missing(claimInquiry.fields, ofKind('CLAIM_STATUS_INQUIRY', 'request'))).toEqual([]);
  });

  it('have every field of a line and of a status', () => {
    const claims = ofKind('CLAIM_STATUS', 'acknowledgment', 'request', 'response');
    const lines = inside([...claims, ...ofKind('CLAIM_STATUS_INQUIRY', 'request')], 'lineStatuses');
    const fieldsOf = (fields: Declared, key: string): Declared => fields[key]?.doc.record?.fields ?? {};
    const lineFields = fieldsOf(claimStatus.fields, 'lineStatuses');
    expect(missing(lineFields, lines)).toEqual([]);
    const infos = [...inside(claims, 'statusInfos'), ...inside(lines, 'statusInfos')];
    const infoFields = fieldsOf(claimStatus.fields, 'statusInfos');
    // STC07 is one of 4010 responses.
    expect(missing(infoFields, infos)).toEqual(['paymentMethodCode', 'paymentMethodType']);
    expect(missing(fieldsOf(infoFields, 'statusCodeInfos'), inside(infos, 'statusCodeInfos'))).toEqual([]);
  });

  it('are of each kind of transaction', () => {
    const types = ['acknowledgment', 'response', 'request'].map((name) => at(samples.get(name)?.[0] ?? {}, 'transaction', 'transactionType'));
    expect(types).toEqual(['CLAIM_ACK', 'CLAIM_STATUS_RESPONSE', 'CLAIM_STATUS_REQUEST']);
  });
});

describe.each([...ACKNOWLEDGMENT, ...INQUIRY])('the guide %s', (id) => {
  it('has no segment that reaches no field, but levels and the trailer', () => {
    const guide = new GuideLoader().load(id);
    const registry = new PluginRegistry();
    registry.register(new ClaimStatuses());
    const [plugin] = registry.transactionSetPlugins;
    if (plugin === undefined) throw new Error('no plugin');
    const loops = new Map<string, LoopDef[]>();
    const segments: SegmentDef[] = [];
    const visit = (loop: LoopDef): void => {
      loops.set(loop.id, [...(loops.get(loop.id) ?? []), loop]);
      for (const child of loop.children) {
        if (child.kind === 'loop') visit(child);
        else segments.push(child);
      }
    };
    visit(guide.root);
    const read = new Set<SegmentDef>();
    bindTransactionSet(plugin, guide, (_record, _key, isBound, scope, doc) => {
      if (!isBound) return;
      for (const def of scope.segments ?? []) read.add(def);
      for (const part of doc.place.split(/, else |, /)) {
        // Below and within name the loops on the way: the innermost has the segment.
        const [, path = '', place = ''] = /^((?:loop \S+ ?)*)(\S*)$/.exec(part) ?? [];
        const target = path
          .trim()
          .split(/ ?loop /)
          .at(-1);
        if (place === '') continue;
        for (const loop of target ? (loops.get(target) ?? []) : [scope.loop]) for (const def of slotsOf(parsePlace(place), loop)) read.add(def);
      }
    });
    const lost = segments.filter((def) => !read.has(def) && def.id !== 'HL' && def.id !== 'SE').map(({ id: segment, name }) => `${segment} ${name}`);
    expect(lost).toEqual([]);
  });
});
