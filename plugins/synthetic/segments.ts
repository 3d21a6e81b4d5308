import type { SyntheticPerson, SyntheticPlace } from './person';

/** N3 and N4. */
export const addressText = ({ street, city, state, zip }: SyntheticPlace): string => `N3*${street}~
N4*${city}*${state}*${zip}~
`;

/** NM103 to NM105. */
export const nameElements = ({ lastName, firstName, middleInitial }: SyntheticPerson): string => `${lastName}*${firstName}*${middleInitial}`;
