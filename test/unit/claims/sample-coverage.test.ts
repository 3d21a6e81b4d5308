import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dentalClaim } from '../../../plugins/x12-837/dental-claim';
import { dentalLine } from '../../../plugins/x12-837/dental-line';
import { institutionalClaim } from '../../../plugins/x12-837/institutional-claim';
import { institutionalLine } from '../../../plugins/x12-837/institutional-line';
import { professionalClaim } from '../../../plugins/x12-837/professional-claim';
import { professionalLine } from '../../../plugins/x12-837/professional-line';
import type { Field } from '../../../src/plugin';
import { asRecord, type Json, linesOf } from '../../support/conversion';
import { at, linesOfClaim } from '../../support/claims';

const SAMPLES = join(__dirname, '../../samples/x12-837');

const claims = readdirSync(SAMPLES)
  .flatMap((name) => linesOf(readFileSync(join(SAMPLES, name, 'expected.ndjson'), 'utf8')))
  .filter(({ objectType }) => objectType === 'CLAIM');

const ofKind = (kind: string): Json[] => claims.filter((claim) => at(claim, 'transaction', 'transactionType') === kind);
const linesOfKind = (kind: string): Json[] => ofKind(kind).flatMap(linesOfClaim);

type Declared = Readonly<Record<string, Field<unknown>>>;

/** Keys that no object has, but for those that are declared as never produced. */
const missingKeys = (fields: Declared, objects: readonly Json[]): string[] =>
  Object.entries(fields).flatMap(([key, { doc }]) => (doc.neverProduced === undefined && !objects.some((object) => key in object) ? [key] : []));

/** Fields of shared records that cannot be, with the reason. */
const CANNOT_BE: Readonly<Record<string, string>> = {
  'Address.locationQualifier': 'N405 is not used in guides of claims',
  'Address.locationIdentifier': 'N406 is not used in guides of claims',
  'Party.namePrefix': 'NM106 is not used in guides of claims',
  'PersonWithDemographic.namePrefix': 'NM106 is not used in guides of claims',
  'Provider.namePrefix': 'NM106 is not used in guides of claims',
  'Transaction837.functionalGroupId': 'it is there with control segments only: top-level.test.ts',
};

describe('the samples of claims', () => {
  it.each([
    // transactionId is there with transactionTopLevel only, which top-level.test.ts reads.
    ['professional', professionalClaim.fields, ofKind('PROF'), ['transactionId', 'validationIssues']],
    ['institutional', institutionalClaim.fields, ofKind('INST'), ['transactionId', 'validationIssues']],
    ['dental', dentalClaim.fields, ofKind('DENTAL'), ['transactionId', 'validationIssues']],
  ])('have every field of a %s claim', (_kind, fields, objects, absent) => {
    expect(missingKeys(fields, objects)).toEqual(absent);
  });

  it.each([
    ['professional', professionalLine.fields, linesOfKind('PROF'), []],
    ['institutional', institutionalLine.fields, linesOfKind('INST'), []],
    ['dental', dentalLine.fields, linesOfKind('DENTAL'), []],
  ])('have every field of a %s line', (_kind, fields, objects, absent) => {
    expect(missingKeys(fields, objects)).toEqual(absent);
  });

  it('have every field of the records that claims and lines hold', () => {
    const held = new Map<string, { fields: Declared; objects: Json[] }>();
    const collect = (fields: Declared, objects: readonly Json[]): void => {
      for (const [key, { doc }] of Object.entries(fields)) {
        if (doc.record === undefined) continue;
        const inside = objects.flatMap((object) => [object[key]].flat().flatMap((value) => (value === undefined ? [] : [asRecord(value)])));
        const known = held.get(doc.record.name) ?? { fields: doc.record.fields, objects: [] };
        known.objects.push(...inside);
        held.set(doc.record.name, known);
        collect(doc.record.fields, inside);
      }
    };
    collect(professionalClaim.fields, ofKind('PROF'));
    collect(institutionalClaim.fields, ofKind('INST'));
    collect(dentalClaim.fields, ofKind('DENTAL'));
    const missing = [...held].flatMap(([name, { fields, objects }]) => missingKeys(fields, objects).map((key) => `${name}.${key}`));
    expect(missing.toSorted()).toEqual(Object.keys(CANNOT_BE).toSorted());
  });

  it('are of every kind, of 5010 and 4010, and of an encounter', () => {
    expect(new Set(claims.map((claim) => at(claim, 'transaction', 'implementationConventionReference')))).toEqual(
      new Set(['005010X222A2', '005010X223A2', '005010X224A2', '005010X298', '004010X098A1', '004010X096A1', '004010X097A1']),
    );
  });
});
