import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { loadPlugin, loadProductPlugins } from './plugin-loader';
import { PluginExplorer } from './plugin.explorer';
import { PluginRegistry } from './plugin.registry';

/** The plugins as Nest providers: those that come with the product, and those that are named. */
@Module({})
export class PluginModule {
  static forRoot(plugins: readonly string[] = []): DynamicModule {
    const types = [...loadProductPlugins(), ...plugins.flatMap(loadPlugin)];
    return { module: PluginModule, imports: [DiscoveryModule], providers: [PluginRegistry, PluginExplorer, ...types], exports: [PluginRegistry] };
  }
}
