import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { loadServicePackages } from './load-packages';
import { PLUGIN_PACKAGES, PluginExplorer } from './plugin.explorer';
import { PluginRegistry } from './plugin.registry';

/** The plugins as Nest providers: those that come with the product, those of named packages, and those of any other module. */
@Module({})
export class PluginsModule {
  /** `plugins` names folders or packages; the Nest modules that they export are imported. Throws EDI_PLUGIN_INVALID. */
  static forRoot(plugins: readonly string[] = []): DynamicModule {
    const packages = loadServicePackages(plugins);
    return {
      module: PluginsModule,
      imports: [DiscoveryModule, ...packages.flatMap(({ nestModules }) => nestModules)],
      providers: [PluginRegistry, PluginExplorer, { provide: PLUGIN_PACKAGES, useValue: packages }],
      exports: [PluginRegistry],
    };
  }
}
