import { entityRole } from '../../vocabulary';
import { first, lookup, numbered, object, when } from '../mapping/elements';
import { coding, x12Named } from '../mapping/codings';
import { concept, SYSTEM } from '../systems';
import { provider } from './parties';

/** Roles of providers (NM101) that FHIR or CARIN have codes for; all others have the code of X12. */
const ROLES = {
  ...Object.fromEntries(
    Object.entries({
      ATTENDING: 'attending',
      OPERATING: 'operating',
      OTHER_OPERATING: 'otheroperating',
      ORDERING: 'prescribing',
      PURCHASE_SERVICE: 'purchasedservice',
      REFERRING: 'referring',
      RENDERING: 'rendering',
    }).map(([name, code]) => [name, concept(SYSTEM.carinRole, code)]),
  ),
  ...Object.fromEntries(Object.entries({ SUPERVISING: 'supervisor', ASSISTANT_SURGEON: 'assist' }).map(([name, code]) => [name, concept(SYSTEM.role, code)])),
};

/** Roles of parties that are places, not members of a team. */
export const PLACES = ['SERVICE_FACILITY', 'PICK_UP_ADDRESS', 'DROP_OFF_LOCATION'];

/** A member of the care team, at the object of a provider. */
export const careTeamMember = when(
  'entityRole',
  PLACES,
  numbered(
    object(
      {
        provider,
        role: first(lookup('entityRole', ROLES), x12Named('entityRole', entityRole, '98')),
        qualification: coding('providerTaxonomy'),
      },
      ['provider'],
    ),
  ),
  true,
);
