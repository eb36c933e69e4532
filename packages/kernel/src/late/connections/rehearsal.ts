import type { Account, AnyPlugin, Connection, Connector } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { AssembleKernel, ImportLate } from '../../services/lateLoader.js'

/** Id of everything that a rehearsal needs: chain family, plugin, wallet, connection, account. */
const NAME = 'practice'
const NETWORK = `${NAME}:1`
const ACCOUNT: Account = { key: NAME, namespace: NAME, address: NAME, type: 'eoa' }

const connection: Connection = {
  id: NAME,
  connectorId: NAME,
  scopes: {
    [NAME]: {
      accounts: [ACCOUNT],
      selected: NAME,
      network: NETWORK,
      networks: 'any',
      methods: 'any',
    },
  },
  request: () => Promise.resolve(),
  onChange: () => () => undefined,
  release: () => Promise.resolve(),
  snapshot: () => null,
}

const connector: Connector = {
  id: NAME,
  name: NAME,
  kind: 'announced',
  namespaces: [NAME],
  availability: () => 'installed',
  async connect({ onStep }) {
    onStep({ step: 'confirm' })
    return Promise.resolve(connection)
  },
}

/** A chain family with one network and one wallet, which answers at once. */
const plugin: AnyPlugin = {
  id: NAME,
  version: '0.0.0',
  kernelApi: '*',
  chains: [NAME],
  setup({ adapters, networks, connectors }) {
    adapters.add({
      namespace: NAME,
      abilities: [],
      resembles: () => false,
      session: { methods: [], events: [] },
      load: () =>
        Promise.resolve({
          parseAddress: String,
          formatAddress: String,
          addressOn: ({ address }) => address,
        }),
    })
    networks.add({
      id: NETWORK,
      namespace: NAME,
      reference: '1',
      name: NAME,
      nativeCurrency: { name: NAME, symbol: NAME, decimals: 0 },
      rpcUrls: [],
    })
    connectors.add(connector)
  },
}

/**
 * Connects a wallet that does not exist, in a kernel of its own. The first connect of a page is slow,
 * as its functions are compiled; afterwards they are. That kernel shares no state with the page's:
 * it has no listener, keeps what it stores in memory, and is disposed at the end.
 */
export async function rehearseConnect(
  assemble: AssembleKernel,
  importLate: ImportLate,
): Promise<void> {
  const kernel = assemble(
    { metadata: { name: NAME }, id: NAME, storage: null, logLevel: 'silent', plugins: [plugin] },
    importLate,
  )
  try {
    await kernel.ready
    kernel.open()
    await kernel.connect(NAME, { chosen: true, signal: new AbortController().signal })
  } finally {
    kernel.dispose()
  }
}

/**
 * Time in ms after an opening, which is drawn first. Later than what an open modal fetches, and sooner
 * than a visitor has read the list.
 */
const OPENED_DELAY_MS = 100

/**
 * Rehearses once, when the modal has opened for a visitor without a wallet and the browser has nothing
 * to do. A browser that does not tell when that is gets no rehearsal.
 */
export function rehearseWhenIdle(
  { modal, connections, log, signal, onDispose }: KernelCore,
  assemble: AssembleKernel,
  importLate: ImportLate,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rehearse = (): void => {
    if (!signal.aborted)
      rehearseConnect(assemble, importLate).catch((error: unknown) => log.debug('rehearsal', error))
  }
  const begin = (): void => {
    if (!modal.get().open || connections.get().connections.length) return
    stop()
    timer = setTimeout(() => globalThis.requestIdleCallback?.(rehearse), OPENED_DELAY_MS)
  }
  const stop = modal.subscribe(begin)
  onDispose(() => {
    stop()
    clearTimeout(timer)
  })
  begin()
}
