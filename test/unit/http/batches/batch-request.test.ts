import { NewBatchBody, toBatchRequest } from '../../../../src/http/batches/batch-request';
import { ServiceSettings } from '../../../../src/http/settings/service-settings';

describe('toBatchRequest', () => {
  const settings = Object.assign(new ServiceSettings(), { CLEARLOOP_BATCH_ROOTS: ['/data'] });
  const request = (body: Partial<NewBatchBody>, more: Partial<ServiceSettings> = {}) =>
    toBatchRequest(
      Object.assign(new NewBatchBody(), { sources: ['/data/in'], target: '/data/out', ...body }),
      Object.assign(new ServiceSettings(), settings, more),
    );

  it.each(['json', 'ndjson', 'csv', 'parquet', 'xlsx'])('takes the objects of the request, else those of the service, for %s', (output) => {
    expect(request({ output, objects: 'eligibility' }).options.conversion).toMatchObject({ objects: 'eligibility' });
    expect(request({ output }, { CLEARLOOP_OBJECTS: 'status' }).options.conversion).toMatchObject({ objects: 'status' });
  });

  it('ends the last row of CSV as the command line does', () => {
    expect(request({ output: 'csv' }).options.conversion.outputParameters).toMatchObject({ endsLastRow: true });
  });

  it.each([
    ['validate', { output: 'csv', validate: true }],
    ['levels', { output: 'xlsx', levels: '1-3' }],
    ['convertToSegments', { output: 'parquet', convertToSegments: true }],
    ['schemaName', { output: 'json', schemaName: 'default' }],
    ['spreadsheetSafe', { output: 'parquet', spreadsheetSafe: true }],
  ])('refuses %s where it has no meaning for the output', (name, body) => {
    expect(() => request(body)).toThrow(expect.objectContaining({ code: 'EDI_BAD_PARAMETER', message: expect.stringMatching(`^${name} has no meaning for`) }));
  });

  it('takes properties that are false, and defaults of the service, for every output', () => {
    expect(request({ output: 'csv', validate: false }, { EDI_VALIDATE: true }).options.conversion).not.toHaveProperty('validate');
  });
});
