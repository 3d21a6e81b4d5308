import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { checkDeclarations } from './plugin-declarations';
import { declarationOf } from './plugin-metadata';
import { moduleClassOf, type PluginPackage } from './plugin-package';
import { refusePlugin } from './plugin-refusal';
import { PluginRegistry } from './plugin.registry';

/** Provides the packages from outside the product, loaded. */
export const PLUGIN_PACKAGES = Symbol('PLUGIN_PACKAGES');

type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];
type ModuleRef = NonNullable<ProviderWrapper['host']>;

/** A plugin that a module of the application provides. */
interface DiscoveredPlugin {
  readonly plugin: object;
  readonly host: ModuleRef | undefined;
}

/**
 * Registers every provider that is a plugin when the application starts: those of the product, then those of other modules, then the packages
 * from outside, each with what its Nest modules provide. Providers have their dependencies by then.
 */
@Injectable()
export class PluginExplorer implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly registry: PluginRegistry,
    @Inject(PLUGIN_PACKAGES) private readonly packages: readonly PluginPackage[],
  ) {}

  onModuleInit(): void {
    this.registry.addProduct();
    const found = this.findPlugins();
    const ofPackages = this.packages.map((loaded) => (loaded.nestModules.length === 0 ? loaded : this.withProvided(loaded, found)));
    const provided = new Set(ofPackages.flatMap(({ plugins }) => plugins));
    for (const { plugin } of found) if (!provided.has(plugin)) this.registry.register(plugin);
    for (const one of ofPackages) this.registry.addPackage(one);
  }

  /** Plugins among the providers of all modules; one that is provided under several tokens once. */
  private findPlugins(): readonly DiscoveredPlugin[] {
    const found = new Map<object, DiscoveredPlugin>();
    for (const wrapper of this.discovery.getProviders()) {
      const plugin: unknown = wrapper.instance;
      if (!isObject(plugin) || found.has(plugin)) continue;
      const declared = declarationOf(plugin);
      if (declared === undefined) continue;
      if (!wrapper.isDependencyTreeStatic() || wrapper.isTransient)
        throw refusePlugin(declared.options.id, 'a plugin is made once; its provider has the scope of requests.');
      found.set(plugin, { plugin, host: wrapper.host });
    }
    return [...found.values()];
  }

  /** Adds the providers of a package's Nest modules, which are checked as other plugins are when their package is loaded. */
  private withProvided(loaded: PluginPackage, found: readonly DiscoveredPlugin[]): PluginPackage {
    const classes = new Set<unknown>(loaded.nestModules.map(moduleClassOf));
    const hosts = this.discovery.getProviders().flatMap(({ host }) => host ?? []);
    const modules = withImports(hosts.filter(({ metatype }) => classes.has(metatype)));
    const provided = found.filter(({ host }) => host !== undefined && modules.has(host)).map(({ plugin }) => plugin);
    const complete = { ...loaded, plugins: [...new Set([...loaded.plugins, ...provided])] };
    if (complete.plugins.length === 0) throw refusePlugin(loaded.name, 'its Nest module provides no plugin.');
    checkDeclarations(complete);
    return complete;
  }
}

/** The modules and all that they import. */
function withImports(modules: readonly ModuleRef[]): ReadonlySet<ModuleRef> {
  const reached = new Set(modules);
  for (const one of reached) for (const imported of one.imports) reached.add(imported);
  return reached;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
