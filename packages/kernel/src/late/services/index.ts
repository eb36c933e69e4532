import type { KernelCore, LateHalf } from '../../core.js'
import type { LatePorts } from '../../types.js'
import { createAlerts, type Alerts } from './alerts.js'
import { createBalances } from './balances.js'
import { createDirectory } from './directory.js'
import { createHttp, type HttpNeeds } from './http.js'
import { createImages } from './images.js'
import { createLogBuffer, type LogBuffer } from './logBuffer.js'
import { english } from './messages.js'
import { prefetch } from './prefetch.js'
import { createToasts } from './toasts.js'
import { createWallets, type Wallets } from './wallets.js'

export interface Services {
  readonly ports: LatePorts
  readonly http: LateHalf['http']
  /** The newest log lines since this half was loaded. */
  readonly logs: Pick<LogBuffer, 'text'>
}

/** A client for a server that the host itself configured. */
const hostClient = (needs: HttpNeeds) => (baseUrl: string) => createHttp(needs, 'host', { origins: [new URL(baseUrl).origin] }).client({ baseUrl })

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

const withoutDispose = <T extends { dispose(): void }>({ dispose: _, ...rest }: T): Omit<T, 'dispose'> => rest

/** The services of the late half. They end with the kernel. */
export function createServices(core: KernelCore): Services {
  const { options, messages, signal, report, onDispose } = core
  onDispose(messages.add({ en: english }))
  const logs = createLogBuffer()
  onDispose(core.onLog(logs.add))
  const toasts = createToasts((error) => report(error, 'kernel: listener of toasts'))
  onDispose(toasts.dispose)
  const alerts = createAlerts(messages, (error) => report(error, 'kernel: listener of alerts'))
  const needs: HttpNeeds = { signal, onProjectIdMissing: () => alerts.raiseKnown('projectIdMissing') }
  const client = hostClient(needs)
  const images = createImages({ options: options.get, client, signal })
  onDispose(images.dispose)
  const directory = createDirectory({ options: options.get, client, signal, onKnown: () => wallets.refresh() })
  onDispose(directory.dispose)
  const wallets: Wallets = createWallets(core, directory.known)
  checkDefaultNetwork(core, alerts)
  onOpen(core, () => {
    wallets.refresh()
    void prefetch(core, directory, images)
  })
  const { raiseKnown: _, ...alertPort } = alerts
  return {
    logs: { text: logs.text },
    http: (plugin, reach) => createHttp(needs, plugin, reach),
    ports: {
      wallets: { get: wallets.get, subscribe: wallets.subscribe },
      toasts: withoutDispose(toasts),
      alerts: alertPort,
      balance: createBalances(core, () => toasts.show({ message: messages.text('kernel.balanceUnavailable'), variant: 'error' })),
      image: images.image,
      directory: directory.page,
    },
  }
}
