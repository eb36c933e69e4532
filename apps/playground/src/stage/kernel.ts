import { evm } from '@latchkey/evm'
import { preview } from '@latchkey/feature-preview'
import { send } from '@latchkey/feature-send'
import { browserStore, serverStore, siwx } from '@latchkey/feature-siwx'
import { smartSessions } from '@latchkey/feature-smart-sessions'
import { createKernel, type Kernel } from '@latchkey/kernel'
import type { AnyPlugin } from '@latchkey/plugin-api'
import { walletconnect } from '@latchkey/walletconnect'
import { wallets } from '@latchkey/wallets'
import { ALL_FEATURES } from '../features.js'
import { found } from '../found.js'
import { optionsOf } from '../studio/code/kernelCode.js'
import { ASKING_BACKEND } from '../studio/code/parts.js'
import { featuresOf, waysOf, type Model } from '../studio/model.js'
import { toChains, type World } from '../world/world.js'

export type StageKernel = Kernel

/** The parts of a model that need another kernel. Looks and language change while one lives. */
export function structureOf(model: Model): string {
  const { tokens: _tokens, mode: _mode, locale: _locale, direction: _direction, ...rest } = model
  return JSON.stringify(rest)
}

/** Plugins that this page makes itself, where the model has them. */
const ownPlugins = (world: World, model: Model): readonly AnyPlugin[] => {
  const features = featuresOf(model)
  return [
    ...(model.chains.includes('evm') ? [evm({ networks: toChains(world) })] : []),
    ...(model.ways.includes('walletconnect')
      ? [walletconnect(world.relay ? { relayUrl: world.relay } : {})]
      : []),
    ...(features.includes('send') ? [send()] : []),
    ...(features.includes('preview') ? [preview({ hostRequests: true })] : []),
    ...(features.includes('sessions') ? [smartSessions()] : []),
    ...(model.signIn === 'off'
      ? []
      : [
          siwx({
            store: world.siwx ? serverStore({ url: world.siwx }) : browserStore(),
            required: model.signIn === 'required',
            ...(model.statement && { statement: model.statement }),
          }),
        ]),
  ]
}

/** The other plugins of this world that the model has. */
function foundPlugins(world: World, model: Model): readonly AnyPlugin[] {
  const features = featuresOf(model)
  const wanted = new Set<string>([
    ...model.chains,
    ...features,
    ...waysOf(model),
    ...(features.some((each) => ASKING_BACKEND.includes(each)) ? ['backend'] : []),
  ])
  return found
    .flatMap(({ plugin }) => plugin(world, ALL_FEATURES) ?? [])
    .filter(({ id }) => wanted.has(id))
}

/**
 * Makes the kernel of a model for this world's chains.
 * @throws where the kernel or a plugin refuses an option
 */
export const makeStageKernel = (world: World, model: Model): StageKernel =>
  createKernel({
    id: 'stage',
    metadata: { name: model.name },
    plugins: [...ownPlugins(world, model), ...foundPlugins(world, model)],
    directory: wallets(),
    // A site that is tried on forgets its wallet with the next option.
    storage: null,
    logLevel: 'silent',
    ...optionsOf(model),
  })
