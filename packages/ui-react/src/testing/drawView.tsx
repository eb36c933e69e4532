import type { Kernel } from '@latchkey/kernel'
import type { MessagePort, ViewId } from '@latchkey/plugin-api'
import { renderToString } from 'react-dom/server'
import { KernelContext, SessionContext } from '../context.js'
import { KitContext, type KitHost } from '../kit/modal/host.js'
import { en } from '../messages/en.js'
import { RendererContext } from '../outlet/context.js'
import { createRendererCache } from '../outlet/rendererCache.js'
import { ViewHost } from '../outlet/ViewHost.js'
import { createSession } from '../session/createSession.js'

/** Wraps the message port so that `onMissing` is called for each key without a text. */
function watchTexts(messages: MessagePort, onMissing: (key: string) => void): MessagePort {
  const text: MessagePort['text'] = (key, params) => {
    const found = messages.text(key, params)
    if (found === key && key.includes('.')) onMissing(key)
    return found
  }
  return { ...messages, text }
}

/** A test without a page has no screen reader. */
const HOST: KitHost = { announce: () => undefined, View: ViewHost }

/** The same kernel with another message port. */
const withMessages = (kernel: Kernel, messages: MessagePort): Kernel => {
  const ports = Object.create(kernel.ports, { messages: { value: messages } }) as Kernel['ports']
  return Object.create(kernel, { ports: { value: ports } }) as Kernel
}

/**
 * Renders a view once, as text and without a page, and returns its faults: it is not registered, or
 * it asks for a text that no catalogue has.
 * It does not see what happens after the first render, in effects and on clicks; test that in a
 * browser.
 * React renders as on a server: your own `useSyncExternalStore` needs its third argument, and a
 * view must not read the page while it renders.
 * @param params what would be pushed with the view
 * @throws what its renderer or its component throws
 * @example describePlugin('swap', () => swap(), { draw: (kernel, view) => drawView(kernel, view) })
 */
export async function drawView(
  kernel: Kernel,
  view: ViewId,
  params?: unknown,
): Promise<readonly string[]> {
  const { views, messages } = kernel.ports
  const bound = views.get().find(({ definition }) => definition.id === view)
  if (!bound) return [`no plugin has registered the view "${view}"`]
  const missing = new Set<string>()
  const takeBack = messages.add({ en })
  const session = createSession(kernel)
  session.shown.set(true)
  try {
    const renderers = createRendererCache()
    await renderers.load(bound.definition)
    renderToString(
      <KernelContext.Provider
        value={withMessages(
          kernel,
          watchTexts(messages, (key) => missing.add(key)),
        )}
      >
        <SessionContext.Provider value={session}>
          <RendererContext.Provider value={renderers}>
            <KitContext.Provider value={HOST}>
              <ViewHost id={view} params={params} />
            </KitContext.Provider>
          </RendererContext.Provider>
        </SessionContext.Provider>
      </KernelContext.Provider>,
    )
  } finally {
    session.dispose()
    takeBack()
  }
  return [...missing].map((key) => `there is no English text for "${key}": add it by ctx.messages`)
}
