/** Files with a mistake that the index names, and the lines of the 999 that tell of it, at its segment and element. */
export const EXPECTED_NOTES: readonly (readonly [pattern: RegExp, lines: readonly string[]])[] = [
  [/batch_with_one_bad_transaction/, ['IK3*NM1*9*2100*8', 'CTX*TRN02:TRACE0005', 'IK4*2*1065*7*9', 'AK9*P*3*3*2']],
  [/bad-header\.edi/, ['IK3*CLM*24*2300*8', 'IK4*5:2*1332*7*B']],
  [/270-hl-cycle/, ['IK3*HL*5*2000*8', 'IK4*2*734*I12', 'AK9*R*1*1*0']],
  [/270-missing-hierarchy/, ['IK3*HL*1*2000*I7', 'IK5*R*I5']],
  [/len-absent/, ['IK3*BDS*3**8', 'IK4*2**I12']],
  [/len-malformed/, ['IK3*BDS*3**8', 'IK4*2**I12*4X']],
  [/len-signed/, ['IK3*BDS*3**8', 'IK4*2**I12*-4']],
  [/835-imbalance/, ['IK3*SVC*15*2110*8', 'CTX*TRN02:0022222', 'IK4*3*782*I12']],
  [/x12_bad_first_line/, ['TA1*000000905*030101*1253*R*011']],
  [/x12_bad_segment_identifier/, ['IK3*UNK*4*1000*1', 'IK3*UNK*9*2010*1', 'IK3*UNK*18*2000*1']],
  [/exceeds_max_1_parent/, ['IK3*HL*13*2000*3']],
  [/exceeds_max_repeats_multiple_parents/, ['IK3*HL*32*2000*3']],
  [/loop_errors3_missing_loops/, ['IK3*NM1*6*2010*I7']],
  [/x12_segments_out_of_order/, ['IK3*N4*10*2010*7', 'IK3*N3*15*2010*7']],
  [/invalid_BIN01/, ['IK3*BIN*15**8', 'IK4*1**I12*1839']],
];

/** Files that are wrong and whose groups are not acknowledged, and why. */
export const NOT_ACKNOWLEDGED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/x12_no_isa_line/, 'no ISA says who sent it'],
  [/x12\.missing\.ISA/, 'no ISA says who sent it'],
  [/x12\.wrong\.GS/, 'one group has no GS, the other is none of healthcare'],
  [/x12\.wrong\.ISA/, 'it is not EDI'],
  [/invalid997/, 'it is an acknowledgment'],
];
