import { testRooms } from '../support/room';

testRooms(__filename);
