import { isCaip2, namespaceOf } from '@latchkey/plugin-api'
import { ID_AUTH } from '../constants.js'
import type { EmbeddedContext } from '../options.js'
import { frameMethodKind, isPermissionMethod } from '../protocol/methods.js'

/** ms until the error is shown: the modal opens first. */
const SHOW_MS = 300

/** The frame runs it, by asking the visitor or as a method of permissions: no request of it fails for its name. */
const isListed = (method: string): boolean =>
  frameMethodKind(method) === 'unsafe' || isPermissionMethod(method)

/**
 * A request that signs, sends, or that nobody handles, and that is not one of the frame's: opens the
 * modal, shows the error after 300 ms, and rejects what waits for the visitor. The rpc door refuses
 * most of these before a connection is asked, so that this follows its events.
 */
export function watchUnlisted(ctx: EmbeddedContext, rejectPending: () => void): void {
  ctx.onDispose(
    ctx.events.on('request:settled', ({ network, method, ok }) => {
      if (ok || isListed(method) || !isCaip2(network)) return
      const namespace = namespaceOf(network)
      const { connections, namespaces } = ctx.connections.get()
      const current = namespaces[namespace]?.connectionId
      if (connections.find(({ id }) => id === current)?.connectorId !== ID_AUTH) return
      const { class: kind } = ctx.rpc.ruleOf(method, namespace)
      // Reads fail at a node, and libraries ask for settings of wallets to see whether there are any.
      if (kind === 'read' || kind === 'wallet-state') return
      rejectPending()
      if (!ctx.modal.get().open) ctx.modal.open()
      const timer = setTimeout(
        () =>
          ctx.toasts.show({
            variant: 'error',
            message: ctx.messages.text('errors.rpc.method_not_allowed'),
          }),
        SHOW_MS,
      )
      ctx.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    }),
  )
}
