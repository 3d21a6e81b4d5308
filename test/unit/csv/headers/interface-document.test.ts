import { convertCsv } from '../../../support/csv';
import { sourceOf } from '../../../support/conversion';
import { writeOut } from '../../../support/column-notation';
import { remittance } from '../../../support/remittance';

const ID = '[Type,Identification]';
const CONTACT = '[Name,ContactNumber{1..2}[Type,Number]]';
const ADDRESS = 'Address[Line,Line2,City,StateCode,ZipCode]';
const PERSON = '[IdentificationType,Identifier,LastName,FirstName,MiddleName]';
const ADJUSTMENT = '{1..5}[Group,ReasonCode,Amount,Quantity]';
const SUPPLEMENTS = (prefix: string): string =>
  `${prefix}SupplementalAmt{1..2}[QualifierCode,Type,Amount], ${prefix}SupplementalQty{1..2}[QualifierCode,Type,Quantity]`;

/** The columns of a payment row, as the interface document lists them in 2.13, group by group. */
const GROUPS: Readonly<Record<string, string>> = {
  'the claim': `Id, TransactionType, FileName, TransactionControlNumber, PatientControlNumber, ClaimStatus, ChargeAmount, PaymentAmount,
    PatientResponsibilityAmount, ClaimFilingIndicatorCode, PayerControlNumber, FacilityCode, FrequencyTypeCode, DrgCode, DrgWeight,
    DischargeFraction, TotalPaymentAmount, CreditOrDebitFlagCode, PaymentMethodType, ReceiverAccountNumber, PaymentDate,
    CheckOrEftTraceNumber, PayerEin, ProductionDate, TotalAdjAmount`,
  adjustments: `Adj${ADJUSTMENT}`,
  'the payer': `Payer[IdentificationType, Identifier, Name, ${ADDRESS}], PayerContact{1..2}${CONTACT}, PayerAdditionalId{1..2}${ID}`,
  'the payee': `Payee[IdentificationType, Identifier, LastNameOrOrgName, ${ADDRESS}, Contacts], PayeeAdditionalId{1..2}${ID}`,
  persons: `Patient${PERSON}, Subscriber${PERSON}, CorrectedPatient${PERSON},
    ServiceProvider[IdentificationType, Identifier, LastNameOrOrgName, FirstName, MiddleName, Contacts, AdditionalId{1..2}${ID}],
    CrossoverCarrier[IdentificationType,Identifier,Name], CorrectedPayer[IdentificationType,Identifier,Name],
    OtherSubscriber${PERSON}, OtherClaimRelatedId{1..2}${ID}`,
  'dates and supplements': `ServiceDateFrom, ServiceDateTo, StatementDateFrom, StatementDateTo, CoverageExpirationDate, ClaimReceivedDate,
    CoverageAmount, ${SUPPLEMENTS('')}`,
  'the line': `LineControlNumber, LineProcedureCode, LineProcedureModifier{1..3}Code, LineRevenueCode, LineDrugCode, LineChargeAmount,
    LinePaidAmount, LineUnitCount, LineOriginalProcedureCode, LineOriginalProcedureModifier{1..3}Code, LineOriginalRevenueCode,
    LineOriginalDrugCode, LineOriginalUnitCount, LineServiceDateFrom, LineServiceDateTo, LineTotalAdjAmount, LineAdj${ADJUSTMENT},
    LineServiceId{1..3}${ID}, LineHealthcarePolicyId, LineRenderingProviderId{1..2}${ID}, LineAllowedAmount, ${SUPPLEMENTS('Line')},
    LineRemarkCode{1..5}`,
};

describe('the header of payments', () => {
  it('is that of the interface document, column by column', async () => {
    const { header } = await convertCsv([sourceOf('a.edi', remittance())]);
    let from = 0;
    for (const [group, notation] of Object.entries(GROUPS)) {
      const expected = writeOut(notation);
      expect({ group, columns: header.slice(from, from + expected.length) }).toEqual({ group, columns: expected });
      from += expected.length;
    }
    expect(header.slice(from)).toEqual([]);
  });

  it('has as many columns as the document counts', async () => {
    expect(Object.values(GROUPS).flatMap(writeOut)).toHaveLength(208);
    expect((await convertCsv([sourceOf('a.edi', remittance())])).header).toHaveLength(208);
  });

  it('is the same under the name that the document gives the schema and its file', async () => {
    const { header } = await convertCsv([sourceOf('a.edi', remittance())]);
    const outputParameters = { schemaFileName: 'csv_conversion.yaml', schemaName: 'lines-with-header-repeat-first-row' };
    expect((await convertCsv([sourceOf('a.edi', remittance())], { outputParameters })).header).toEqual(header);
  });
});
