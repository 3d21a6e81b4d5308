import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { PluginPackage } from './plugin-package';
import { PluginRegistry } from './plugin.registry';

/** Provides the packages from outside the product, loaded. */
export const PLUGIN_PACKAGES = Symbol('PLUGIN_PACKAGES');

/** Registers every provider whose class is marked as a plugin, then the packages from outside, when the application starts. */
@Injectable()
export class PluginExplorer implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly registry: PluginRegistry,
    @Inject(PLUGIN_PACKAGES) private readonly packages: readonly PluginPackage[],
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) if (isObject(instance)) this.registry.register(instance);
    for (const one of this.packages) this.registry.addPackage(one);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
