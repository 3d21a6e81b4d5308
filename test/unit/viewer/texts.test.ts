import { TEXTS } from '../../../src/viewer/page/texts';

describe('the texts of the viewer', () => {
  it('do not promise that a file stays on the machine of its user, who may use a service elsewhere', () => {
    expect(TEXTS.openText).not.toContain('machine');
    expect(TEXTS.openText).toContain('sent to the service');
  });
});
