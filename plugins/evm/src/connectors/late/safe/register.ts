import { LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import { safeOrigin } from '../../safeApp.js'
import { toConnector } from '../../../wallet/toConnector.js'
import { createParent } from './parent.js'
import { createSafeProvider, METHODS } from './provider.js'

/** How long the Safe app has to answer; it does not ask its user to. */
const ANSWER_TIMEOUT_MS = 4_000

/** Registers the Safe around the page, if there is one. */
export function registerSafe(ctx: PluginContext): void {
  const origin = typeof document === 'undefined' ? undefined : safeOrigin(window)
  if (origin === undefined) return
  const parent = createParent(window, origin)
  ctx.onDispose(parent.stop)
  const provider = createSafeProvider(parent, (id) => ctx.networks.find(id)?.value)
  const connector = toConnector(ctx, new Set(), {
    id: 'safe',
    name: 'Safe',
    kind: 'external',
    provider: () => provider,
    abandon: parent.stop,
    methods: METHODS,
    type: 'smartAccount',
  })
  ctx.connectors.add({
    ...connector,
    connect(request) {
      const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
      return connector
        .connect({ ...request, signal: AbortSignal.any([request.signal, late]) })
        .catch((error: unknown) => {
          throw late.aborted && !request.signal.aborted
            ? new LatchkeyError(
                'kernel.timed_out',
                `The Safe app did not answer within ${ANSWER_TIMEOUT_MS} ms.`,
                { context: { what: 'Safe', ms: ANSWER_TIMEOUT_MS } },
              )
            : error
        })
    },
  })
}
