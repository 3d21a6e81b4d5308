import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOfKinds, fieldsPage } from '../../plugins/fhir/fields-page';
import { converter } from '../support/conversion';
import { ROOT } from './project-files';

const source = converter().schemas();

describe('docs/fhir-fields.md', () => {
  it('is current', () => {
    expect(readFileSync(join(ROOT, 'docs/fhir-fields.md'), 'utf8')).toBe(fieldsPage(source));
  });

  it('lists an object whose fields have one reason as a whole, and fields of one name and reason together', () => {
    const page = fieldsPage(source);
    expect(page).toContain('`plans[].*`');
    expect(page).not.toContain('`plans[].name`');
    expect(page).toMatch(/`\*\.\w+`/);
  });

  it('has a place, a reason, or neither for every field, and no table reads a field that there is none of', () => {
    const kinds = fieldsOfKinds(source);
    expect(kinds.flatMap(({ title, unknown }) => unknown.map((field) => `${title}.${field}`))).toEqual([]);
    const { placed, withoutPlace } = kinds.find(({ title }) => title === 'PAYMENT') ?? { placed: new Map(), withoutPlace: [] };
    expect(placed.get('paymentAmount')).toContain('ExplanationOfBenefit.payment.amount');
    expect(withoutPlace).toContain('serviceLines[].sourceLineId');
  });
});
