import { embeddedWallet } from '@latchkey/embedded-wallet'
import { evm } from '@latchkey/evm'
import { smartSessions } from '@latchkey/feature-smart-sessions'
import { createKernel } from '@latchkey/kernel'
import { createSmartWallet } from '@latchkey-tools/wallets/smart'
import { toChains, type World } from '../world/world.js'

/** The third account of the local chains owns the smart wallet's account. */
const OWNER = 2

/** The chains with smart accounts. @throws in a world without the game */
const chainsOf = ({ chains, game }: World): World['chains'] => {
  const playable = chains.filter(({ id }) => game?.chains.includes(id))
  if (playable.length === 0) throw new Error('This world has no chain with smart accounts.')
  return playable
}

/** Puts the local smart wallet on the page, and makes a kernel with smart sessions. */
export function makeGame(world: World) {
  const playable = { ...world, chains: chainsOf(world) }
  const owner = world.accounts[OWNER]
  if (owner) createSmartWallet({ ownerKey: owner.privateKey, chains: playable.chains, ui: 'popup' })
  return createKernel({
    id: 'game',
    metadata: { name: 'Lanterns' },
    features: { smartSessions: true },
    plugins: [
      evm({ networks: toChains(playable) }),
      smartSessions(),
      ...(world.frame ? [embeddedWallet(world.frame)] : []),
    ],
    themeMode: 'auto',
    themeVariables: { accent: '#a4472a' },
  })
}

export type GameKernel = ReturnType<typeof makeGame>
