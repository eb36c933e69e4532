import { createPageUi } from '../injected/ui/pageUi.js'
import { createPopupUi } from '../injected/ui/popupUi.js'
import type { ChainsWorld } from '../keys/types.js'
import { refuseProduction } from '../production.js'
import { createPrompts } from '../wallet/prompts.js'
import { answerBy } from '../wallet/rules.js'
import type { ChainWalletRule } from '../wallet/types.js'
import { createBackend, createHost, type Page } from './host.js'
import { installOn } from './install.js'

export type { ChainsWorld } from '../keys/types.js'

export interface ChainWalletsOptions {
  /** Default `Localnet Wallet`. */
  name?: string
  /** How it answers from the start; absent: it asks in a window of its own. */
  rule?: ChainWalletRule
  /** Whether it may be made in a production build: a demo on local chains. Default false. */
  allowProduction?: boolean
}

/**
 * A test wallet for the chains of this world that are not EVM: by Wallet Standard (Solana, Bitcoin), in
 * `injectedWeb3` (Polkadot) and at `window.keplr` (Cosmos).
 * @param secret 32 bytes, a development key
 * @returns takes it away again
 * @throws in a production build, unless `allowProduction` is set
 */
export function installChainWallets(
  world: ChainsWorld,
  secret: Uint8Array,
  page: Page = window,
  { name = 'Localnet Wallet', rule, allowProduction = false }: ChainWalletsOptions = {},
): () => void {
  if (!allowProduction) refuseProduction(page)
  const prompts = createPrompts(createPopupUi(page, name, createPageUi(page, name)), false)
  if (rule) prompts.setAnswer(answerBy[rule])
  const takeAway = installOn(createHost(page, name, createBackend(world, secret, prompts)), world)
  return () => {
    takeAway()
    prompts.dispose()
  }
}
