import { evm } from '@latchkey/evm'
import { createKernel, type StorageBackend } from '@latchkey/kernel'
import { walletconnect } from '@latchkey/walletconnect'
import { mainnet } from 'viem/chains'

/** Your own node: the public ones that viem names see the addresses of visitors. */
const rpcUrls = { default: { http: ['https://node.example'] } }

export interface Surroundings {
  /** Opens another app: `Linking.openURL`. */
  openUrl(url: string): Promise<unknown>
  /** Keeps connections and their keys until the app is started again. */
  storage: StorageBackend
  /** `wss://…`: your own relay. In its place `projectId` would name the public one. */
  relayUrl: string
}

/** A wallet's app. */
export interface WalletApp {
  name: string
  /** The link that opens it, `https://wallet.example/` or `wallet://`. */
  link: string
}

/** The wallet of an app: nothing here needs a page. */
export function createHost({ openUrl, storage, relayUrl }: Surroundings) {
  const kernel = createKernel({
    metadata: { name: 'My shop', url: 'https://shop.example' },
    storage,
    plugins: [evm({ networks: [{ ...mainnet, rpcUrls }] }), walletconnect({ relayUrl, storage })],
  })
  const { evm: chain, walletconnect: phones } = kernel.plugins

  /** Hands a code to a wallet's app, and resolves when its owner has approved. */
  async function connect({ name, link }: WalletApp) {
    const attempt = new AbortController()
    let isOpened = false
    const stop = phones.pairing.subscribe(({ uri }) => {
      if (!uri || isOpened) return
      isOpened = true
      openUrl(`${link}wc?uri=${encodeURIComponent(uri)}`).catch((error) => attempt.abort(error))
    })
    try {
      await phones.connect({ signal: attempt.signal })
      // From now on a request opens that app as well.
      await phones.useApp({ href: link, name })
    } finally {
      stop()
    }
  }

  return {
    kernel,
    connect,
    async sign(message: string) {
      const wallet = await chain.getWalletClient() // a viem wallet client
      return wallet.signMessage({ message })
    },
  }
}
