import { limitedTo } from '../../../src/plugin';
import { dateType } from '../../vocabulary';

/**
 * Kinds of date (data element 374) that the interface names in coverages. Its clients read names into a closed list, so
 * that a coverage has other kinds by their qualifiers alone.
 */
export const coverageDateType = limitedTo(
  dateType,
  '007 009 011 036 050 090 091 096 139 150 151 196 198 232 233 296 297 303 304 314 344 345 360 361 382 388 405 431 434 435 ' +
    '439 441 444 446 452 453 454 455 461 463 471 472 484 573 607 738 739',
);
