export { ImplementationAcknowledgment } from './ack-999.acknowledgment';
