import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { ServiceSettings } from './service-settings';

/**
 * The checked settings, for every module of the service: whole, as `ServiceSettings`, or one by one from `ConfigService`.
 * `readSettings` checks them before there is an application, because the server is made from them. The option `validate` of
 * `ConfigModule` would also write every default into `process.env`.
 */
@Module({})
export class SettingsModule {
  static forRoot(settings: ServiceSettings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      imports: [ConfigModule.forRoot({ ignoreEnvFile: true, skipProcessEnv: true, load: [() => ({ ...settings })] })],
      providers: [{ provide: ServiceSettings, useValue: settings }],
      exports: [ConfigModule, ServiceSettings],
    };
  }
}
