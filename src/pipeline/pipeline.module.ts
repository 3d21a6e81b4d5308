import { type DynamicModule, Inject, Logger, Module, type OnModuleInit } from '@nestjs/common';
import type { EdiError } from '../common/edi-error';
import { causeText } from '../common/error-origin';
import type { CodeDirectory } from '../mapping/code-descriptions';
import { PluginsModule } from '../plugin/plugins.module';
import { PluginRegistry } from '../plugin/plugin.registry';
import { ACKNOWLEDGER, CODE_DIRECTORY, CONVERTER, EDI_GENERATOR, PARSER, SCRUBBER } from './pipeline.tokens';
import { Engine } from './engine';

/** The engine as a Nest provider, with the plugins that discovery finds. */
@Module({})
export class PipelineModule implements OnModuleInit {
  constructor(@Inject(CONVERTER) private readonly engine: Engine) {}

  /** Plugins are registered by then: modules are initialised after those that they import. */
  onModuleInit(): void {
    this.engine.checkPackages();
  }

  /**
   * `plugins` names folders or packages with plugins from outside the product; `codesModule` exports the provider `CODE_DIRECTORY`:
   * without it codes have no descriptions.
   */
  static forRoot(plugins: readonly string[] = [], codesModule?: DynamicModule): DynamicModule {
    const logger = new Logger('Conversion');
    return {
      module: PipelineModule,
      imports: [PluginsModule.forRoot(plugins), ...(codesModule ? [codesModule] : [])],
      providers: [
        {
          provide: CONVERTER,
          inject: [PluginRegistry, { token: CODE_DIRECTORY, optional: true }],
          // Messages of most errors may name files, and file names may name people. Those of failed plugins name plugin, hook and place.
          useFactory: (registry: PluginRegistry, codes?: CodeDirectory) =>
            new Engine(registry, {
              onError: (error) => logger.warn({ event: 'in-band error', code: error.code, ...failedPlugin(error), cause: causeText(error) }),
              ...(codes ? { codes } : {}),
              packages: plugins,
            }),
        },
        { provide: EDI_GENERATOR, useExisting: CONVERTER },
        { provide: ACKNOWLEDGER, useExisting: CONVERTER },
        { provide: PARSER, useExisting: CONVERTER },
        { provide: SCRUBBER, useExisting: CONVERTER },
      ],
      exports: [CONVERTER, EDI_GENERATOR, ACKNOWLEDGER, PARSER, SCRUBBER],
    };
  }
}

function failedPlugin({ code, message }: EdiError): { readonly message?: string } {
  return code === 'EDI_PLUGIN_FAILED' ? { message } : {};
}
