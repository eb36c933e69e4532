// A sign-in server for the local world. It keeps sessions in memory, and in a cookie that pages on
// other ports of this computer share.
import { createServer } from 'node:http'
import { at } from '../run/lib/paths.mjs'
import { freePort } from '../run/lib/ports.mjs'

const HOST = '127.0.0.1'
const PATH = '/siwx'
const PRICES = '/prices'
/** The discount of members in the demo's shop, in percent. */
const MEMBER_DISCOUNT = 15

/**
 * Answers the discount of this visitor: whether somebody is signed in is decided here, and not in the page.
 * @param {Request} request
 * @param {Pick<import('@latchkey/siwx-server').SiwxServer, 'getSession'>} siwx
 * @param {ReadonlySet<string>} origins
 */
async function prices(request, siwx, origins) {
  const origin = request.headers.get('origin') ?? ''
  const session = await siwx.getSession(request)
  return Response.json(
    { discount: session ? MEMBER_DISCOUNT : 0 },
    origins.has(origin)
      ? {
          headers: {
            'access-control-allow-origin': origin,
            'access-control-allow-credentials': 'true',
            vary: 'origin',
          },
        }
      : {},
  )
}

/**
 * Needs a built tree.
 * @param {{ pages: readonly string[], chains?: readonly { id: number, url: string }[], port?:
 * number }} options `pages`: URLs of pages that may sign in; `chains`: EVM chains whose contract
 * accounts may
 * @returns {Promise<{ url: string, close(): Promise<void> }>} `url`: what a client takes as its
 * base URL; it must send cookies (`credentials: 'include'`)
 */
export async function startSiwx({ pages, chains = [], port = 0 }) {
  const [{ createSiwxServer, memoryStore }, { toNodeHandler }] = await Promise.all(
    ['index', 'node'].map((door) => import(at(`packages/siwx-server/dist/${door}.js`))),
  )
  const sites = pages.map((page) => new URL(page))
  const siwx = createSiwxServer({
    domain: sites.map(({ host }) => host),
    trustedOrigins: sites.map(({ origin }) => origin),
    store: memoryStore(),
    session: { kind: 'cookie', secure: false },
    basePath: PATH,
    nodes: Object.fromEntries(chains.map(({ id, url }) => [`eip155:${id}`, url])),
  })
  const origins = new Set(sites.map(({ origin }) => origin))
  const handle = (/** @type {Request} */ request) =>
    new URL(request.url).pathname === PRICES ? prices(request, siwx, origins) : siwx.handle(request)
  const server = createServer(toNodeHandler(handle))
  // A port that was found free may be taken a moment later. Without a wanted port, the system gives
  // one that nobody else gets.
  const wanted = port === 0 ? 0 : await freePort(port)
  await new Promise((resolve) => server.listen(wanted, HOST, resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { url: `http://${HOST}:${server.address().port}${PATH}`, close }
}
