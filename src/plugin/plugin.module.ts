import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { loadPackages } from './load-packages';
import { loadProductPlugins } from './product-plugins';
import { PLUGIN_PACKAGES, PluginExplorer } from './plugin.explorer';
import { PluginRegistry } from './plugin.registry';

/** The plugins as Nest providers: those that come with the product, and those that are named. */
@Module({})
export class PluginModule {
  /** `plugins` names folders or packages. Throws EDI_PLUGIN_INVALID. */
  static forRoot(plugins: readonly string[] = []): DynamicModule {
    const packages = { provide: PLUGIN_PACKAGES, useValue: loadPackages(plugins) };
    const providers = [PluginRegistry, PluginExplorer, packages, ...loadProductPlugins()];
    return { module: PluginModule, imports: [DiscoveryModule], providers, exports: [PluginRegistry] };
  }
}
