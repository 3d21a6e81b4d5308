import { GuideLoader } from '../../src/guide/guide-loader';

/** The guides of the product, each compiled once for all tests of a suite. */
export const productGuides = new GuideLoader();
