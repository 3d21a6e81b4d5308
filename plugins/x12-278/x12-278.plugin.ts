import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { authorization, personAuthorization, requesterAuthorization, reviewerAuthorization } from './authorization';
import { authorizationTable, personTable, requesterTable, reviewerTable } from './authorization.columns';
import { generation } from './generation';
import { GUIDES } from './guides';
import { options } from './options';
import { reviewRules } from './review.rule';
import { reviewSamples } from './sample';
import { transaction } from './transaction';

/**
 * 278 requests for review and responses: an AUTHORIZATION for each event of a patient, when they are requested as `authorization`. A level that is rejected
 * becomes a record when none of the levels below it did.
 */
@TransactionSet(options)
export class Authorizations implements TransactionSetPlugin {
  readonly emits = [
    { unit: '2000E', record: authorization, listedAs: 'authorizations', guides: GUIDES, table: authorizationTable },
    { unit: ['2000C', '2000D'], record: personAuthorization, listedAs: 'authorizations', guides: GUIDES, table: personTable },
    { unit: '2000B', record: requesterAuthorization, listedAs: 'authorizations', guides: GUIDES, table: requesterTable },
    { unit: '2000A', record: reviewerAuthorization, listedAs: 'authorizations', guides: GUIDES, table: reviewerTable },
  ];
  readonly transaction = transaction;
  readonly samples = reviewSamples;
  readonly generation = generation;
  readonly rules = reviewRules;
}
