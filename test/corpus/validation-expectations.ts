import type { Issue } from '../../src/common/issue';

/**
 * A finding in files that their index holds to be valid, and why it is right: pattern of the names of the files, the findings as `keyOf` writes
 * them, and what is wrong in the files, with the place of the guide or standard that says so.
 */
export type Verdict = readonly [files: RegExp, findings: readonly string[], reason: string];

/** A finding as the table writes it: the rule, and the element, segment or missing segment. */
export function keyOf({ ruleId = '', missing, element, segment = '' }: Pick<Issue, 'ruleId' | 'missing' | 'element' | 'segment'>): string {
  return `${ruleId} ${missing === undefined ? (element ?? segment) : `${missing.loop}/${missing.segment}`}`.trim();
}

/** Files without a guide of ours: one finding says that only the standard was looked at, and it is the only one. */
export const WITHOUT_GUIDE: readonly RegExp[] = [/X291 .*\/pass\//, /X292 .*\/pass\//, /X307 .*\/pass\//, /x12\.820\.issue140\.edi$/];

/** Each finding was held against the guides and the standard: the file is wrong, or the rule or guide was mended. */
export const VERDICTS: readonly Verdict[] = [
  // The envelope and the standard.
  [/check-error\.271$/, ['control-number SE02'], 'SE02 4323 is not ST02 4321'],
  [/x12_277_x212|x12_999_accepted|x270\.txt|x271\.txt/, ['control-number IEA02'], 'IEA02 is not ISA13'],
  [
    /imsweb.*\/837_5010\/|x270\.txt|x271\.txt|admission-request-for-review|TigerShark\/835-example/,
    ['control-count SE01'],
    'SE01 is not the number of segments',
  ],
  [/x12_multiple_st/, ['control-count GE01', 'control-duplicate ST02'], 'GE01 1 of two transactions, which have one control number'],
  [/x12_multiple_transactions/, ['control-duplicate ISA13'], '312 interchanges of one sender and receiver with one ISA13 (X12.5: unique)'],
  [/x12_999_accepted/, ['element-date GS05'], 'GS05 102497 is no time: a minute has 60 seconds'],
  [/ele\.source/, ['element-date ISA10', 'element-too-long ST02'], 'ISA10 3339 is no time; ST02 has ten characters, the standard nine'],
  [/FA997\/pass\/1\.edi$/, ['element-too-short ISA06'], 'ISA06 has 12 characters; the standard has 15'],
  [
    /multi_group|pipe_delims|medicare-canonical\.edi/,
    ['element-too-short GS02', 'element-too-short GS03'],
    'GS02 and GS03 of one character; the standard has two at least',
  ],
  [/optionalInterchangeServices/, ['element-code ISA01'], 'ISA01 01: the guides have 00 and 03 (005010X230, appendix of control segments)'],
  [/x271\.txt|TryGetEntity|005010_837\.edi/, ['group-version ST03'], 'ST03 is not GS08; the guides ask for the same value'],
  [/TryGetEntity|835\.test\.0001/, ['group-function ST01'], 'GS01 of another transaction set'],
  [/TryGetEntity|TigerShark\/835-example/, ['input-terminator IEA'], 'the last segment has no terminator'],
  [/(X212|X221|X222) .*\/case\//, ['input-skipped'], 'text before the ISA'],
  [/834_eol_in_element/, ['input-line-break N3'], 'a line break inside N301'],
  // Levels.
  [/sample837p_01|sample_837_0\.txt/, ['level-sequence HL01'], 'the first HL01 of a transaction is 63; the guide begins with 1'],
  [/imsweb.*\/837_5010\/x12_(?!999)|x270\.txt/, ['level-children HL04'], 'HL04 1 without a level below'],
  [/error-response-from-payer-to-clinic/, ['level-children HL04'], 'HL04 1 of a receiver without subscribers'],
  [
    /x12_(many_claims|multiple_isa|multiple_st|multiple_transactions|no_errors|valid)/,
    ['level-parent HL01', 'level-parent HL02', 'level-sequence HL01'],
    'the numbers of levels begin anew inside a transaction; they count through it',
  ],
  [/request-for-non-emergency-transportation/, ['level-parent HL02'], 'services below services (2000F); the guide has them below the event (2000E)'],
  // 270, 271, 276, 277.
  [/270-canonical|golden\/270/, ['element-code EQ03'], 'EQ03 IND; 2110C of 005010X279A1 has FAM alone'],
  [/provider-level-status/, ['element-code STC01-3'], 'STC01-3 85; 2200C of 005010X212 has 1P alone'],
  [/x12_277_x212/, ['element-unused STC03', 'element-unused STC12'], 'STC03 and STC12 are not used in 2200D of 005010X212'],
  [
    /277ca-canonical|golden\/277ca/,
    ['element-code NM101', 'element-code TRN01', 'element-code REF01', 'element-unused HL04', '277-provider-status-day STC02'],
    '005010X214: NM101 85 and TRN01 1 of 2000C, TRN01 2 of 2200B, QC in 2100D, no HL04 in 2000D, no STC02 in 2200C',
  ],
  [
    /277ca-canonical|golden\/277ca/,
    ['level-parent HL03', 'loop-required 2200A/TRN', 'segment-not-allowed DTP', 'segment-required 2200D/DTP'],
    '005010X214: patients are levels PT, not 22; TRN of 2200A and DTP 472 of 2200D are required, DTP 050 and 009 belong after that TRN',
  ],
  // 834.
  [/enroll-employee-managed-care\.834/, ['element-code DTP01'], 'DTP01 358 is none of the codes of 2000 in 005010X220A1'],
  [/terminate-subscriber-eligibility\.834/, ['834-subscriber-is-self INS02'], 'INS01 Y with INS02 19: the subscriber is 18 (005010X220A1, INS)'],
  // 835.
  [
    /cob-contractural|secondary-payment|medicare-part-a\.835|demo\.835|X221 .*\/case\//,
    ['segment-required 1000A/PER'],
    'no PER BL, which 005010X221 requires of the payer',
  ],
  [/cob-contractural|secondary-payment|multi_group/, ['element-required BPR16'], 'no BPR16, which 005010X221A1 requires'],
  [/cob-contractural|secondary-payment/, ['element-code SVC01-1', 'element-required SVC01-2'], '`>` between components where ISA16 is `:`'],
  [/medicare-part-a\.835|demo\.835/, ['element-unused TS309', 'element-unused TS311'], 'TS309 and TS311 are not used in 005010X221A1'],
  [/835-medicare-canonical|golden\/835/, ['element-required N103', 'element-required N104'], 'the payee has no identifier (1000B of 005010X221A1)'],
  [/835id\.source|TigerShark\/835-example/, ['835-payment-balance BPR'], 'BPR02 is not the sum of CLP04 less PLB (004010X091A1, 2.2.1)'],
  [
    /multi_group/,
    ['835-claim-balance CLP', '835-patient-responsibility CLP05', 'segment-required 2000/LX', 'segment-required 2100/NM1'],
    'CLP with 50 less paid than charged and no CAS (005010X221A1, 1.10.2); no LX and no patient',
  ],
  [/multi_group|mult_isa/, ['loop-required 1000A/N1', 'loop-required 1000B/N1', 'segment-required 0000/TRN'], 'an 835 without payer, payee and trace number'],
  [/mult_isa/, ['segment-required 0000/BPR'], 'an 835 of ST and SE alone'],
  [
    /summary-bill-payment\.edi$|initial-hix-820-optional-outstanding-debt/,
    ['820-payment-balance BPR02'],
    'BPR02 is not the sum of RMR04: an example of the guide that leaves remittances out, and one that carries a debt over',
  ],
  // 837: balances and numbers.
  [
    /imsweb.*\/837_5010\/|claim_837|per_segment_repeat|simple_837p|837i-canonical|golden\/837i/,
    ['837-claim-charge CLM'],
    'CLM02 is not the sum of the charges of the lines',
  ],
  [/imsweb.*\/837_5010\//, ['837-line-sequence LX01'], 'the second claim begins with LX 2; LX counts from 1 in each claim'],
  [/imsweb.*\/837_5010\//, ['code-invalid SV101-2'], 'a procedure code of six digits'],
  [/imsweb.*\/837_5010\/|claim_837|simple_837p/, ['837-service-day DTP03'], 'services after the day on which the transaction was made'],
  [
    /imsweb.*\/837_5010\//,
    ['element-required HI01-2', 'element-code HI02-1', 'element-required HI02-2', 'element-required HI03-2', 'element-code HI04-1', 'element-required HI04-2'],
    'elements of HI where components belong (`HI*BK*8901`)',
  ],
  [/imsweb.*\/837_5010\//, ['837-diagnosis-pointer SV107-2', '837-diagnosis-pointer SV107-3'], 'the line points to diagnoses 2 and 3 of one'],
  // 837: separators that are not those of ISA16.
  [
    /837_005010X222A2\/demo\.(cob\.2ndary\.example4|example12|example6|example9)/,
    [
      'element-too-long CLM05-1',
      'element-required CLM05-2',
      'element-required CLM05-3',
      'segment-not-allowed HI',
      'element-code SV101-1',
      'element-required SV101-2',
    ],
    '`>` between components where ISA16 is `:`',
  ],
  [
    /demo\.(cob\.2ndary\.example4|example12|example6)/,
    ['837-diagnosis-pointer SV107-1'],
    '`>` between components where ISA16 is `:`, so that no HI is a diagnosis',
  ],
  [/demo\.example9/, ['element-code SV107-1'], 'SV107 1.00 is no pointer to a diagnosis'],
  [
    /ppo-repriced-claim\.837i$/,
    [
      'element-too-long CLM05-1',
      'element-required CLM05-2',
      'element-required CLM05-3',
      'segment-not-allowed HI',
      'element-code SV202-1',
      'element-required SV202-2',
    ],
    '`>` between components where ISA16 is `:`',
  ],
  // 837 of 005010.
  [/demo\.ambulance\.example5/, ['element-required CLM05-2'], 'no CLM05-2, which 005010X222A1 requires'],
  [/demo\.cob\.example3\.A/, ['loop-required 2330B/NM1'], 'the other subscriber has no payer (2330B of 005010X222A1)'],
  [
    /institutional-claim\.837i$|demo\.837i$|X223A2 .*(institutional-claim|automobile-accident)|TryGetEntity|837i-canonical|golden\/837i|sample_837_(1|10|4|6|7|8)\.txt/,
    ['element-pattern N403'],
    'a ZIP code of five digits of the billing provider; 2010AA of 005010X223 asks for nine',
  ],
  [
    /837_005010X223A3\/|demo\.837i$|TryGetEntity|837i-canonical|golden\/837i|sample_837_(1|10|4|6|7|8)\.txt/,
    ['element-unused CLM06'],
    'CLM06 is not used in 005010X223A2',
  ],
  [/institutional-claim\.837i$|demo\.837i$|TryGetEntity/, ['element-code DTP02'], 'DTP 434 D8; 005010X223A2 has RD8 alone'],
  [/X223A2 .*institutional-claim/, ['element-date DTP'], 'DTP 434 RD8 with one day'],
  [/TryGetEntity/, ['segment-not-allowed DMG'], 'DMG of 2320 went with 005010'],
  [
    /837i-canonical|golden\/837i/,
    ['element-code DTP02', 'element-required HI01-3', 'element-required HI01-4', 'element-too-long CLM05-1', 'segment-required 2300/CL1'],
    '005010X223A2: DTP 096 has TM, the principal procedure a day, CLM05-1 two characters, CL1 is required',
  ],
  [
    /sample_837_(1|10|4|6|7|8)\.txt/,
    [
      'segment-unknown SV1',
      'segment-required 2400/SV2',
      'segment-required 2300/CL1',
      'element-code CLM05-2',
      'segment-maximum HI',
      '837-admission-of-bill CLM',
    ],
    'a professional claim (SV1, CLM05-2 B) as 005010X223A2; HI ABK more than once, no CL1',
  ],
  [
    /sample_837_(1|10|4|6|7|8)\.txt/,
    ['element-code NM108', 'segment-not-allowed PER', 'loop-required 2010BB/NM1', '837-subscriber-is-patient NM1'],
    'NM108 XX of submitter and receiver, PER of the receiver, no payer, no DMG of the patient',
  ],
  [
    /claim_837|multi_group|pipe_delims/,
    ['element-required CLM07', 'element-required CLM08', 'element-required CLM09', 'segment-required 2000A/HL', 'segment-required 2000B/HL'],
    'a claim cut short: CLM without its required elements, and no levels',
  ],
  [/claim_837|multi_group|pipe_delims|mult_isa|cosyte.*\/envelope\//, ['loop-required 1000A/NM1', 'loop-required 1000B/NM1'], 'no submitter and no receiver'],
  [/multi_group|pipe_delims/, ['loop-required 2010AA/NM1', 'loop-required 2400/LX'], 'no billing provider and no line'],
  [/multi_group/, ['element-required CLM05', 'element-required CLM06', 'segment-required 2300/HI'], 'CLM of two elements and no diagnosis'],
  [/multi_group|pipe_delims|cosyte.*\/envelope\//, ['segment-required 0000/BHT'], 'no BHT'],
  [/mult_isa|cosyte.*\/envelope\//, ['loop-required 2000A/HL', 'transaction-empty 2300/CLM'], 'a transaction without levels'],
  [/pipe_delims|mult_isa/, ['segment-required 0000/REF'], 'no REF 87, which 004010X098A1 requires'],
  [/pipe_delims/, ['element-unused CLM05-2'], 'CLM05-2 is not used in 004010X098A1'],
  [
    /claim_837/,
    [
      'element-required SV107',
      'loop-required 2010BB/NM1',
      'segment-order SBR',
      'segment-not-allowed NM1',
      'segment-required 2010AA/N3',
      'segment-required 2010AA/N4',
      'segment-required 2010AA/REF',
      'segment-required 2400/LX',
      '837-subscriber-is-patient NM1',
    ],
    'a claim cut short: names without levels, addresses and lines; a patient inside the subscriber',
  ],
  // 837 of 004010.
  [/837_004010X09[68]A1\//, ['element-code REF02'], 'REF 87 names the guide without its addenda; GS08 and the addenda have A1 (004010X096A1, X098A1, header)'],
  [/837_004010X096A1\//, ['element-required CLM06', 'element-required CLM18'], 'no CLM06 and CLM18, which 004010X096A1 requires'],
  [/institutional-ppo-repriced\.837$/, ['element-date DTP'], 'DTP 096 TM with a day'],
  [/837_004010X096A1\/institutional\.837$/, ['element-unused SBR05', 'element-required DMG01', 'element-required DMG02'], 'SBR05 of 2320; DMG without a day'],
  [
    /blank1/,
    ['element-code SV202-1', 'element-required SV202-2', 'element-code SVD03-1', 'element-required SVD03-2'],
    'blanks for a procedure (`  :`); an element without a value is empty',
  ],
  [/per_segment_repeat/, ['segment-maximum PER'], 'three PER of the submitter; 004010X098A1 has two'],
  [/dependent-commercial-insurance-03/, ['837-accident CLM11-4'], 'CLM11-1 AA without the state of the accident (004010X098A1, CLM11-4)'],
  // NCPDP.
  [
    /pbm-person-code\.ncpdp/,
    [
      'ncpdp-field-order D7',
      'ncpdp-field-order E1',
      'ncpdp-field-type D2',
      'ncpdp-segment-not-allowed AM03',
      'ncpdp-segment-not-allowed AM07',
      'ncpdp-segment-required AM03',
    ],
    'no group separator before the claim, D2 with letters, no pricing segment (Telecommunication D.0, B1)',
  ],
];

/** A file with a mistake that its index names: pattern of its name, the rule that finds it, and the segment at which. */
export const EXPECTED_ISSUES: readonly (readonly [pattern: RegExp, ruleId: string, segment: string])[] = [
  [/batch_with_one_bad_transaction/, 'element-code', 'NM1'],
  [/bad-header\.edi/, 'element-too-long', 'ISA'],
  [/bad-header\.edi/, 'control-count', 'SE'],
  [/270-hl-cycle/, 'level-parent', 'HL'],
  [/270-missing-hierarchy/, 'loop-required', 'ST'],
  [/len-absent/, 'binary-length', 'BDS'],
  [/len-malformed/, 'binary-length', 'BDS'],
  [/len-signed/, 'binary-length', 'BDS'],
  [/835-imbalance/, '835-line-balance', 'SVC'],
  [/x12_bad_first_line/, 'element-too-short', 'ISA'],
  [/x12_bad_segment_identifier/, 'segment-unknown', 'ND4'],
  [/x12_bad_segment_identifier/, 'loop-required', 'HL'],
  [/exceeds_max_1_parent/, 'segment-required', 'NM1'],
  [/exceeds_max_repeats_multiple_parents/, 'segment-required', 'NM1'],
  [/loop_errors3_missing_loops/, 'loop-required', 'HL'],
  [/x12_no_isa_line/, 'envelope-pairs', 'IEA'],
  [/x12_segments_out_of_order/, 'segment-order', 'N4'],
  [/x12_segments_out_of_order/, 'segment-order', 'N3'],
  [/x12\.missing\.ISA/, 'envelope-pairs', 'IEA'],
  [/x12\.wrong\.GS/, 'envelope-pairs', 'GE'],
  [/x12\.wrong\.ISA/, 'EDI_NOT_EDI', ''],
  [/invalid997/, 'element-number', 'AK4'],
  [/invalid_BIN01/, 'binary-length', 'BIN'],
];
