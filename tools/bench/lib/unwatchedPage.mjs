// A page whose requests nobody records. Playwright has the browser report each request of its pages, which costs the
// page's main thread about as much as the request itself.

/**
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
export async function openUnwatched(browser, url) {
  const root = await browser.newBrowserCDPSession()
  const { browserContextId } = await root.send('Target.createBrowserContext')
  const { targetId } = await root.send('Target.createTarget', { url, browserContextId })
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
  const asked = new Map()
  let last = 0
  root.on('Target.receivedMessageFromTarget', (event) => {
    const { id, result, error } = JSON.parse(event.message)
    const { resolve, reject } = asked.get(id) ?? {}
    asked.delete(id)
    if (error) reject?.(new Error(error.message))
    else resolve?.(result)
  })
  /** Asks the page by a command of the DevTools protocol. */
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      asked.set((last += 1), { resolve, reject })
      const message = JSON.stringify({ id: last, method, params })
      root.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  return {
    send,
    /** @returns the value of an expression, once it is there */
    async evaluate(expression) {
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', options)
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
      return result.value
    },
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId })
      await root.detach()
    },
  }
}
