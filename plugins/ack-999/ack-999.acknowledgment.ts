import { Acknowledgment, type AcknowledgmentContext, type AcknowledgmentPlugin, type AcknowledgmentSession } from '../../src/plugin/io';
import { ReceivedSession } from './received-session';

/** 999 implementation acknowledgments (005010X231A1): one for each functional group; and TA1 for interchanges that request it or have errors. */
@Acknowledgment({ id: 'ack-999', extension: '999' })
export class ImplementationAcknowledgment implements AcknowledgmentPlugin {
  open(context: AcknowledgmentContext): AcknowledgmentSession {
    return new ReceivedSession(context);
  }
}
