import { type DynamicModule, Module } from '@nestjs/common';
import { CodesModule } from './http/codes/codes.module';
import { HttpModule } from './http/http.module';
import type { ServiceSettings } from './http/settings/service-settings';
import { PipelineModule } from './pipeline/pipeline.module';

/** The service: its operations over the conversion pipeline. */
@Module({})
export class AppModule {
  static forRoot(settings: ServiceSettings): DynamicModule {
    const codes = CodesModule.forRoot(settings);
    return { module: AppModule, imports: [HttpModule.forRoot(settings, PipelineModule.forRoot(settings.CLEARLOOP_PLUGINS, codes), codes)] };
  }
}
