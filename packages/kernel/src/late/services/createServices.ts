import { knownRemoteFeatures } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf } from '../../core.js'
import type { DirectoryWallet, LatePorts } from '../../types.js'
import { lazy } from '../../support/lazy.js'
import { matches } from '../../support/matches.js'
import { createAlerts } from './alerts.js'
import { createBalances } from './balances.js'
import { createHttp, type HttpNeeds } from '../http/http.js'
import { createIdentities } from './identities.js'
import { createImages } from './images.js'
import { isDeepLink, isHttpUrl, isHttpsUrl, isImageUrl } from './urls.js'
import { createLogBuffer } from './logBuffer.js'
import { english } from './messages.js'
import { namespacesHere, prefetch, protectNames, warmAdapters } from '../wallets/prefetch.js'
import { createToasts } from './toasts.js'
import { createWallets } from '../wallets/walletList.js'

/** Time in ms after an opening, which is drawn first, for what an open modal and a click need. */
const OPENED_DELAY_MS = 50
/** Longest wait in ms of a chosen wallet for the names that tell whether it is genuine. */
const MAX_NAMES_WAIT_MS = 500

/**
 * Runs tasks at every opening of the modal, also at the one that loaded this half, each after its
 * delay in ms. A modal that has closed since opens again before long.
 */
function onOpen(
  { modal, onDispose }: KernelCore,
  tasks: readonly (readonly [delay: number, run: () => void])[],
): void {
  let timers: ReturnType<typeof setTimeout>[] = []
  const end = (): void => timers.forEach(clearTimeout)
  const begin = (): void => {
    end()
    // In tasks of their own, so that nothing delays the drawing of the modal.
    timers = tasks.map(([delay, run]) => setTimeout(run, delay))
  }
  if (modal.get().open) begin()
  onDispose(
    modal.subscribe(({ open }, before) => {
      if (open && !before.open) begin()
    }),
  )
  onDispose(end)
}

/** The services that the host configured: the wallet directory and the image service. */
function createRemote(
  core: KernelCore,
  needs: HttpNeeds,
  refresh: () => void,
  known: Map<string, DirectoryWallet>,
) {
  const { options, signal, directoryRdns, adapter } = core
  const client = (baseUrl: string) =>
    createHttp(needs, 'host', { origins: [new URL(baseUrl).origin] }).client({ baseUrl })
  const images = createImages({ options: options.get, client, adapter })
  const pages = lazy('kernel', 'the wallet directory', () =>
    import('../directory/directory.js').then(({ createDirectory }) =>
      createDirectory({
        options: options.get,
        client,
        signal,
        checks: { isDeepLink, isHttpUrl, isHttpsUrl, isImageUrl, matches },
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

/** Asks for the names that tell which wallet is genuine, once an opening. */
function createNames(core: KernelCore, directory: LatePorts['directory']) {
  let asked: Promise<void> | undefined
  let isOver = false
  return {
    ask: (): Promise<void> | undefined =>
      isOver
        ? undefined
        : (asked ??= protectNames(core, directory)?.then(() => {
            isOver = true
          })),
    forget() {
      asked = undefined
      isOver = false
    },
  }
}

/** The services of the late half. They are disposed with the kernel. */
export function createServices(core: KernelCore): {
  ports: Omit<LatePorts, 'endsTogetherWith'>
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
  const names = createNames(core, directory)
  const onOpened = (): void => {
    if (options.get().remoteConfig)
      remote ??= import('../remote/remoteFeatures.js')
        .then(({ readRemoteFeatures }) =>
          readRemoteFeatures(core, client, alerts, knownRemoteFeatures),
        )
        .catch(onError)
    refresh()
    prefetch(core, directory, images)
  }
  onOpen(core, [
    [0, names.forget],
    [OPENED_DELAY_MS, onOpened],
    [OPENED_DELAY_MS, () => warmAdapters(core, namespacesHere(wallets.get()))],
  ])
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
      identities: createIdentities(core),
      image: images.image,
      warm(namespaces) {
        warmAdapters(core, namespaces)
        void names.ask()
      },
      named() {
        const coming = names.ask()
        const enough = (): Promise<void> =>
          new Promise((resolve) => setTimeout(resolve, MAX_NAMES_WAIT_MS))
        return coming && Promise.race([coming, enough()])
      },
      logText: logs.text,
    },
  }
}
