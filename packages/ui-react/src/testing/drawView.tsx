import type { Kernel } from '@latchkey/kernel'
import type { MessagePort, ViewId } from '@latchkey/plugin-api'
import { renderToString } from 'react-dom/server'
import { KernelContext } from '../context.js'
import { en } from '../messages/en.js'
import { RendererContext } from '../outlet/context.js'
import { createRendererCache } from '../outlet/rendererCache.js'
import { ViewHost } from '../outlet/ViewHost.js'
import { SessionContext } from '../session/context.js'
import { createSession } from '../session/createSession.js'

/** The same messages, telling each key that no catalogue has a text for. */
function watchTexts(messages: MessagePort, onMissing: (key: string) => void): MessagePort {
  const text: MessagePort['text'] = (key, params) => {
    const found = messages.text(key, params)
    if (found === key && key.includes('.')) onMissing(key)
    return found
  }
  return { ...messages, text }
}

/** The same kernel with another port for messages. */
const withMessages = (kernel: Kernel, messages: MessagePort): Kernel => {
  const ports = Object.create(kernel.ports, { messages: { value: messages } }) as Kernel['ports']
  return Object.create(kernel, { ports: { value: ports } }) as Kernel
}

/**
 * Draws a view once, as text and without a page, and answers what is wrong with it: it is not registered, or it asks for a text that no catalogue has.
 * What happens after the first drawing, in effects and by clicks, is not seen: a test in a browser sees that.
 * React draws as on a server: `useSyncExternalStore` of your own needs its third argument, and nothing of the page may be read while drawing.
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
  const session = createSession(kernel, () => undefined)
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
            <ViewHost id={view} params={params} />
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
