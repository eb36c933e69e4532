// Journeys of a visitor through the modal. They name what is pressed by message keys, so that one
// journey is walked in every language.
import { account } from '../world/chains.js'
import type { World } from '../world/types.js'
import { FakeWallet, refuse, wallets } from '../world/wallets.js'
import type { Visitor } from './visitor.js'

export interface Journey {
  world?: World
  /** Connects a wallet before the journey. */
  connected?: true
  walk(visitor: Visitor): Promise<void>
}

export const journeys: Readonly<Record<string, Journey>> = {
  open: {
    async walk(visitor) {
      await visitor.opens()
      await visitor.leaves()
    },
  },
  reject: {
    world: { connectors: wallets(refuse('wallet.user_rejected')) },
    async walk(visitor) {
      await visitor.opens()
      await visitor.presses('Rabby', 'ui.retry')
    },
  },
}
