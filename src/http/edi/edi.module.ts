import { type DynamicModule, Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { LoggingModule } from '../logging/logging.module';
import { EdiExchanges } from './edi-exchange';
import { EdiFormatController } from './edi-format.controller';
import { EdiGenerateController } from './edi-generate.controller';
import { EdiValidateController } from './edi-validate.controller';
import { EdiScrubController } from './edi-scrub.controller';
import { EdiController } from './edi.controller';
import { RequestConverters } from './request-converters';

/** The operations on EDI: converting, validating, acknowledging, generating, scrubbing. */
@Module({
  imports: [LoggingModule, LimitsModule],
  controllers: [EdiController, EdiValidateController, EdiGenerateController, EdiFormatController, EdiScrubController],
  providers: [EdiExchanges, RequestConverters],
})
export class EdiModule {
  /** `engine` exports the providers `CONVERTER`, `EDI_GENERATOR`, `ACKNOWLEDGER`, `PARSER` and `SCRUBBER`; so does this module. */
  static forRoot(engine: DynamicModule): DynamicModule {
    return { module: EdiModule, imports: [engine], exports: [engine] };
  }
}
