import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { PluginRegistry } from './plugin.registry';

/** Registers every provider whose class is decorated as a plugin, when the application starts. */
@Injectable()
export class PluginExplorer implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly registry: PluginRegistry,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) if (isObject(instance)) this.registry.register(instance);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
