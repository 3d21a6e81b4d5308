import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import 'reflect-metadata';
import { EdiError } from '../../common/edi-error';
import { slippedName } from '../../common/nearest-name';
import { allowedValues, validatedNames } from '../validation/validation.pipe';
import { ServiceSettings } from './service-settings';

/** Names of all settings, in the order of their class. */
export const SETTING_NAMES: readonly string[] = validatedNames(ServiceSettings);

/**
 * Reads the settings of the service from the environment. Throws EDI_BAD_PARAMETER, which names each bad setting and what is allowed, but no value: a value may
 * be a secret in the wrong variable.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): ServiceSettings {
  const texts: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const text = environment[name]?.trim();
    if (text !== undefined && text !== '') texts[name] = text;
  }
  const settings = plainToInstance(ServiceSettings, texts, { exposeDefaultValues: true });
  const errors = validateSync(settings, { forbidUnknownValues: false });
  if (errors.length === 0) return settings;
  const sentences = errors.map(({ property }) => `The setting ${property} is not usable. Allowed: ${allowedValues(ServiceSettings, property)}.`);
  throw new EdiError('EDI_BAD_PARAMETER', sentences.join(' '));
}

/** A variable that is no setting, and the setting that its name most likely means. */
export interface MisspeltSetting {
  readonly variable: string;
  readonly setting: string;
}

const PREFIX_OF_SETTINGS = /^(CLEARLOOP|EDI)_/;

/** Returns the variables whose names are a slip or two away from a setting. Others may be those of storages, plugins and platforms. */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): readonly MisspeltSetting[] {
  return Object.keys(environment).flatMap((variable) => {
    if (!PREFIX_OF_SETTINGS.test(variable) || SETTING_NAMES.includes(variable)) return [];
    const setting = slippedName(variable, SETTING_NAMES);
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

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
