import { knownRemoteFeatures, type Dispose } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import type { DirectoryWallet, LatePorts } from '../../types.js'
import { lazy } from '../../support/lazy.js'
import { matches } from '../../support/matches.js'
import { createAlerts } from './alerts.js'
import { createBalances } from './balances.js'
import { aborted, bounded } from './bounded.js'
import { createHttp, type HttpNeeds } from './http.js'
import { createImages } from './images.js'
import { isDeepLink, isHttpUrl, isHttpsUrl, isImageUrl } from './links.js'
import { createLogBuffer } from './logBuffer.js'
import { english } from './messages.js'
import { prefetch, warmAdapters } from './prefetch.js'
import { createToasts } from './toasts.js'
import { createWallets } from './wallets.js'

/** Runs with every opening, also at the one that loaded this half. */
function onOpen({ modal, onDispose }: KernelCore, run: () => Dispose): void {
  let end: Dispose | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (): void => {
    end?.()
    end = run()
  }
  if (modal.get().open) begin()
  // After the frame in which it opens: what is in it stands already.
  onDispose(
    modal.subscribe(({ open }, before) => {
      if (!open || before.open) return
      clearTimeout(timer)
      timer = setTimeout(begin)
    }),
  )
  onDispose(() => {
    clearTimeout(timer)
    end?.()
  })
}

/** What the host configured to be asked: the wallet directory and the image service. */
function createRemote(
  core: KernelCore,
  needs: HttpNeeds,
  refresh: () => void,
  known: Map<string, DirectoryWallet>,
) {
  const { options, signal, directoryRdns } = core
  const client = (baseUrl: string) =>
    createHttp(needs, 'host', { origins: [new URL(baseUrl).origin] }).client({ baseUrl })
  const images = createImages({ options: options.get, client })
  const pages = lazy('kernel', 'the wallet directory', () =>
    import('../directory/directory.js').then(({ createDirectory }) =>
      createDirectory({
        options: options.get,
        client,
        signal,
        tools: { aborted, bounded, isDeepLink, isHttpUrl, isHttpsUrl, isImageUrl, matches },
        onKnown(wallets) {
          for (const wallet of wallets) {
            known.set(wallet.id, wallet)
            if (wallet.rdns) directoryRdns.add(wallet.rdns.toLowerCase())
          }
          refresh()
        },
      }),
    ),
  )
  const directory: LatePorts['directory'] = async (query) =>
    options.get().directory ? (await pages())(query) : { wallets: [], total: 0 }
  return { images, directory, client }
}

/** The services of the late half. They end with the kernel. */
export function createServices(core: KernelCore): {
  ports: Omit<LatePorts, 'endsWith'>
  http: LateHalf['http']
} {
  const { options, networks, messages, signal, report, onDispose, onLog } = core
  const logs = createLogBuffer()
  const onError = (error: unknown): void => report(error, 'kernel: services')
  const { dispose, ...toasts } = createToasts(onError)
  const { raiseKnown, ...alerts } = createAlerts(messages, onError)
  const known = new Map<string, DirectoryWallet>()
  const { refresh, ...wallets } = createWallets(core, known)
  const needs = { signal, onProjectIdMissing: () => raiseKnown('projectIdMissing') }
  const { images, directory, client } = createRemote(core, needs, refresh, known)
  for (const end of [messages.add({ en: english }), onLog(logs.add), dispose, images.dispose])
    onDispose(end)
  const { defaultNetwork: network } = options.get()
  if (network && !networks.find(network)) raiseKnown('networkNotFound', { network })
  let remote: Promise<void> | undefined
  onOpen(core, () => {
    if (options.get().remoteConfig)
      remote ??= import('../remote/remoteFeatures.js')
        .then(({ read }) => read(core, client, alerts, knownRemoteFeatures))
        .catch(onError)
    refresh()
    prefetch(core, directory, images)
    return warmAdapters(core)
  })
  return {
    http: (plugin, reach) => createHttp(needs, plugin, reach),
    ports: {
      wallets,
      toasts,
      alerts,
      directory,
      balance: createBalances(core, () =>
        toasts.show({ message: messages.text('kernel.balanceUnavailable'), variant: 'error' }),
      ),
      image: images.image,
      logText: logs.text,
    },
  }
}
