import { testRoom } from '../../support/room';

testRoom(__dirname);
