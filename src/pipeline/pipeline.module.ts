import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { PluginModule } from '../plugin/plugin.module';
import { PluginRegistry } from '../plugin/plugin.registry';
import { CONVERTER } from './converter.token';
import { Engine } from './engine';

/** The engine as a Nest provider, with the plugins that discovery finds. */
@Module({})
export class PipelineModule {
  /** `plugins` names folders or packages with plugins from outside the product. */
  static forRoot(plugins: readonly string[] = []): DynamicModule {
    const logger = new Logger('Conversion');
    return {
      module: PipelineModule,
      imports: [PluginModule.forRoot(plugins)],
      providers: [
        {
          provide: CONVERTER,
          inject: [PluginRegistry],
          // Codes only: messages may name files, and file names may name people.
          useFactory: (registry: PluginRegistry) =>
            new Engine(registry, ({ code, cause }) => logger.warn({ event: 'in-band error', code, cause: nameOf(cause) })),
        },
      ],
      exports: [CONVERTER],
    };
  }
}

function nameOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.name : undefined;
}
