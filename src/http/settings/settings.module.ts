import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceSettings } from './service-settings';

/** The checked settings, for every module of the service. */
@Module({})
export class SettingsModule {
  static forRoot(settings: ServiceSettings): DynamicModule {
    return { module: SettingsModule, global: true, providers: [{ provide: ServiceSettings, useValue: settings }], exports: [ServiceSettings] };
  }
}
