import {
  definePlugin,
  type PluginContext,
  type PluginDefinition,
  type StorageShape,
} from '@latchkey/plugin-api'

interface Parts<Id extends string, S extends StorageShape> extends Pick<
  PluginDefinition<Id, void, S>,
  'id' | 'reaches' | 'storage' | 'start'
> {
  /** Registers the connectors, when a visitor needs them. */
  register(ctx: PluginContext<S, Id>): Promise<void>
}

/** Makes a plugin that only adds wallets to `evm`. */
export const connectorPlugin = <
  const Id extends string,
  S extends StorageShape = Record<never, never>,
>({
  register,
  ...parts
}: Parts<Id, S>): PluginDefinition<Id, void, S> =>
  definePlugin<Id, void, S>({
    ...parts,
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    dependsOn: { evm: '>=0.1 <1' },
    setup: (ctx) => ctx.late(() => register(ctx)),
  })
