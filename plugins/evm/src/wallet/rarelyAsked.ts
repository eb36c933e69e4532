import type {
  AdapterAbilities,
  ConnectedAccount,
  Network,
  PluginContext,
} from '@latchkey/plugin-api'
import { createCapabilities } from './capabilities.js'
import { createPermissions } from './permissions.js'

/** Abilities that few visitors need: a file of their own. */
export function createRarelyAsked(
  ctx: PluginContext,
  request: (
    on: { account: ConnectedAccount; network: Network; signal?: AbortSignal },
    method: string,
    params: unknown,
  ) => Promise<unknown>,
): Pick<AdapterAbilities, 'capabilities'> & AdapterAbilities['permissions'] {
  const capabilities = createCapabilities(ctx, request)
  return { capabilities, ...createPermissions(ctx, request, capabilities) }
}
