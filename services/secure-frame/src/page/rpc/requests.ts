import type { FrameNotice, JsonValue } from '@latchkey/embedded-wallet/protocol'
import { approve } from '../approval/approve.js'
import type { Asker } from '../approval/card.js'
import type { Queue } from '../approval/queue.js'
import type { FrameConfig } from '../link/config.js'
import type { Session } from '../session/session.js'
import { languageOf } from '../translations/index.js'
import type { Homes } from '../wallet/homes.js'
import type { Wallet } from '../wallet/wallet.js'
import { networkOf } from './networks.js'
import { createAskNode } from './node.js'
import type { Prepared, Reading } from './prepared.js'

/** Height that the frame asks for, in CSS pixels. */
const HEIGHT = 480

interface Options {
  self: Window & typeof globalThis
  config: FrameConfig
  session: Session
  homes: Homes
  wallet: Wallet
  queue: Queue
  asker: () => Asker
  tell: (notice: FrameNotice) => void
}
interface Asked {
  chainId: string
  method: string
  params: unknown
  signal: AbortSignal
}

async function prepare(reading: Reading, { method, params }: Asked): Promise<Prepared> {
  return reading.network.id.startsWith('eip155:')
    ? (await import('./evmRequests.js')).prepareEvm(reading, method, params)
    : (await import('./solanaRequests.js')).prepareSolana(reading, method, params)
}

/** Opens the key, and has the person do what that needs. */
async function unlock({ self, config, session, homes, wallet }: Options, signal: AbortSignal) {
  await session.check()
  if (!wallet.needsChoice() && (await wallet.unlock())) return
  const { openKeyInFrame } = await import('../security/index.js')
  await openKeyInFrame({ self, lang: config.lang, session, homes, wallet, signal })
}

/**
 * Runs a request that signs or sends: it is read, put before the person, and signed once they approve.
 * A request that is refused is refused before anything is shown.
 */
export async function run(options: Options, asked: Asked): Promise<JsonValue> {
  const { self, config, wallet, queue, tell } = options
  const { signal } = asked
  return queue.add(async () => {
    const network = networkOf(asked.chainId, config.rpc)
    const { evm, solana } = wallet.record()
    const asker = options.asker()
    const request = await prepare(
      {
        network,
        account: network.id.startsWith('eip155:') ? evm : solana,
        host: new URL(asker.origin).host,
        lang: languageOf(config.lang),
        node: createAskNode(network, signal),
      },
      asked,
    )
    const show = (purpose: 'approval' | 'recovery') =>
      tell({ type: 'show frame', purpose, height: HEIGHT })
    show(wallet.needsChoice() ? 'recovery' : 'approval')
    try {
      await unlock(options, signal)
      show('approval')
      return await approve({
        self,
        request,
        asker,
        lang: config.lang,
        isWindowAlways: config.approvalWindow === 'always',
        signal,
        unlock: async () => void (await wallet.unlock()),
        use: (sign) => wallet.use(sign),
      })
    } finally {
      tell({ type: 'hide frame' })
    }
  }, signal)
}
