import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test'
import { WebSocket } from 'ws'

/**
 * Joins a socket of the page to the local relay. The relay gets the name of the host that the page asked for: a
 * client signs for which relay its token is.
 */
function join(page: WebSocketRoute, url: string): void {
  const asked = new URL(page.url())
  const relay = new WebSocket(`${url.replace(/\/$/, '')}/${asked.search}`, {
    headers: { host: asked.host },
  })
  const waiting: (string | Buffer)[] = []
  const end = () => void page.close().catch(() => undefined)
  page.onMessage((message) => {
    if (relay.readyState === WebSocket.OPEN) relay.send(message)
    else waiting.push(message)
  })
  page.onClose(() => relay.close())
  relay.on('open', () => {
    for (const message of waiting.splice(0)) relay.send(message)
  })
  relay.on('message', (data, isBinary) => page.send(isBinary ? (data as Buffer) : String(data)))
  relay.on('close', end)
  // Nobody listens there: the page's socket closes.
  relay.on('error', end)
}

/**
 * Has a site reach the local relay at the addresses of a relay on the network, so that nothing of it has to be
 * changed for a test.
 * @param pattern of the addresses, as `page.routeWebSocket` takes it
 * @param url of the local relay, `ws://…`
 * @example await answerRelay(page, 'wss://relay.walletconnect.org/**', relay.url)
 */
export const answerRelay = (
  target: Page | BrowserContext,
  pattern: string | RegExp,
  url: string,
): Promise<void> => target.routeWebSocket(pattern, (socket) => join(socket, url))
