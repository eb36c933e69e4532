// MetaMask's own inpage provider over a bridge of plain JSON-RPC objects; bundled to an init
// script.
import { initializeProvider } from '@metamask/providers/initializeInpageProvider'
import { Duplex } from 'readable-stream'

interface Message {
  id?: unknown
  method?: string
}

/** The names by which page and test runner reach each other. */
export interface MetaMaskWindow {
  /** Answers one request; set by the test runner. */
  __metamaskRequest?: (message: Message) => Promise<unknown>
  /** Gives a notification to the provider; set by this script. */
  __metamaskNotify?: (message: unknown) => void
}

export interface MetaMaskInfo {
  uuid: string
  name: string
  icon: string
  rdns: string
}

const site = () => window as Window & MetaMaskWindow

class Bridge extends Duplex {
  constructor() {
    super({ objectMode: true })
    const page = site()
    page.__metamaskNotify = (message) => this.push(message)
  }

  override _read(): void {}

  override _write(message: Message, _encoding: string, done: () => void): void {
    // Without an id it is a notification of the provider, metadata for example: nobody waits for an
    // answer.
    if (message.id !== undefined && message.method)
      void site()
        .__metamaskRequest?.(message)
        .then((answer) => this.push(answer))
    done()
  }
}

/**
 * Announces the provider, and puts it at `window.ethereum` if told so.
 * @public by the bundle's global name
 */
export function install(providerInfo: MetaMaskInfo, shouldSetOnWindow: boolean): void {
  if (!/^https?:$/.test(location.protocol)) return
  initializeProvider({
    connectionStream: new Bridge(),
    shouldSendMetadata: false,
    shouldShimWeb3: false,
    shouldSetOnWindow,
    providerInfo,
  })
}
