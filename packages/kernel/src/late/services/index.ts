import type { HttpClient, HttpPort } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import type { DirectoryWallet, LatePorts } from '../../types.js'
import { createAlerts, type Alerts } from './alerts.js'
import { createBalances } from './balances.js'
import { isImageUrl } from './links.js'
import { createLogBuffer } from './logBuffer.js'
import { english } from './messages.js'
import type { Remote, RemoteNeeds } from './remote/index.js'
import { createToasts } from './toasts.js'
import { createWallets } from './wallets.js'

export interface Services {
  readonly ports: LatePorts
  readonly http: LateHalf['http']
}

/** Remembers success, forgets failure. */
function createLoader(needs: RemoteNeeds): () => Promise<Remote> {
  let loading: Promise<Remote> | undefined
  return () => loading ??= import('./remote/index.js').then(({ createRemote }) => createRemote(needs)).catch((error: unknown) => {
    loading = undefined
    throw error
  })
}

const createHttp = (load: () => Promise<Remote>): LateHalf['http'] => (plugin, reach): HttpPort => ({
  client(target) {
    const client = async (): Promise<HttpClient> => (await load()).http(plugin, reach).client(target)
    return {
      get: async (path, options) => (await client()).get(path, options),
      post: async (path, options) => (await client()).post(path, options),
      put: async (path, options) => (await client()).put(path, options),
      delete: async (path, options) => (await client()).delete(path, options),
      getBlob: async (path, options) => (await client()).getBlob(path, options),
    }
  },
})

/** Runs at every opening, also at the one that loaded this half. */
function onOpen({ modal, onDispose }: KernelCore, run: () => void): void {
  if (modal.get().open) run()
  onDispose(modal.subscribe(({ open }, before) => {
    if (open && !before.open) run()
  }))
}

function checkDefaultNetwork({ options, networks }: KernelCore, alerts: Alerts): void {
  const { defaultNetwork } = options.get()
  if (defaultNetwork && !networks.find(defaultNetwork)) alerts.raiseKnown('networkNotFound', { network: defaultNetwork })
}

/** The services of the late half. They end with the kernel. */
export function createServices(core: KernelCore): Services {
  const { options, messages, signal, log, report, onDispose } = core
  onDispose(messages.add({ en: english }))
  const logs = createLogBuffer()
  onDispose(core.onLog(logs.add))
  const { dispose, ...toasts } = createToasts((error) => report(error, 'kernel: listener of toasts'))
  onDispose(dispose)
  const { raiseKnown, ...alerts } = createAlerts(messages, (error) => report(error, 'kernel: listener of alerts'))
  const known = new Map<string, DirectoryWallet>()
  const { refresh, ...wallets } = createWallets(core, known)
  const load = createLoader({
    core, signal,
    onProjectIdMissing: () => raiseKnown('projectIdMissing'),
    onKnown(found) {
      for (const wallet of found) {
        known.set(wallet.id, wallet)
        if (wallet.rdns) core.directoryRdns.add(wallet.rdns.toLowerCase())
      }
      if (found.length) refresh()
    },
  })
  checkDefaultNetwork(core, { ...alerts, raiseKnown })
  onOpen(core, () => {
    refresh()
    const { directory, imageUrl } = options.get()
    if (directory ?? imageUrl) load().then((remote) => remote.prefetch()).catch((error: unknown) => log.warn('Nothing could be fetched ahead.', error))
  })
  return {
    http: createHttp(load),
    ports: {
      wallets,
      toasts,
      alerts,
      balance: createBalances(core, () => toasts.show({ message: messages.text('kernel.balanceUnavailable'), variant: 'error' })),
      logText: logs.text,
      image: async (kind, ref) => (isImageUrl(ref.imageUrl) ? ref.imageUrl : ref.imageId && options.get().imageUrl ? (await load()).image(kind, ref) : undefined),
      directory: async (query) => (options.get().directory ? (await load()).directory(query) : { wallets: [], total: 0 }),
    },
  }
}
