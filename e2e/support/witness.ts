// Records everything that leaves the pages of a browser context: requests with headers and bodies,
// sockets with their frames, windows, frames, and messages to other origins.
import type { BrowserContext, Page, Request } from '@playwright/test'
import { canariesIn, type Canary } from './canaries.js'

export type Channel = 'url' | 'body' | 'header' | 'frame' | 'window' | 'message'
interface Left {
  to: string
  by: Channel
  /** The text in Latin-1: one character per byte. */
  text: string
  /** The type of the request, for the report. */
  kind: string
}
export interface Sighting {
  canary: string
  /** The name of the place, or its origin where it has none. */
  to: string
  by: Channel
  count: number
  kinds: readonly string[]
}

/** Runs in every page before its own scripts, and records what no request shows. */
function hook(): void {
  const page = window as unknown as {
    witness(by: string, to: string, text: string, kind: string): Promise<void>
  }
  const said = (value: unknown): string => {
    try {
      return typeof value === 'string'
        ? value
        : (JSON.stringify(value, (_, each: unknown) =>
            ArrayBuffer.isView(each) ? [...(each as Uint8Array)] : each,
          ) ?? '')
    } catch {
      return ''
    }
  }
  const isForeign = (url: string): boolean =>
    !['', 'null', location.origin].includes(new URL(url, location.href).origin) &&
    /^[a-z]/i.test(url)
  const open = window.open.bind(window)
  // Windows of other sites do not open in a test; messages posted to them are recorded anyway.
  window.open = (url, target, features) => {
    const to = String(url ?? '')
    if (!to || !isForeign(to)) return open(url, target, features)
    void page.witness('window', to, to, 'window.open')
    const other = {
      closed: false,
      focus: () => undefined,
      close: () => void (other.closed = true),
      postMessage: (data: unknown, origin: unknown) =>
        void page.witness('message', to, `${said(data)} ${said(origin)}`, 'postMessage'),
    }
    return other as unknown as Window
  }
  const frame = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    ...frame,
    get(this: HTMLIFrameElement) {
      const inside = frame.get!.call(this) as Window | null
      return inside && this.src && isForeign(this.src)
        ? {
            postMessage: (data: unknown) =>
              void page.witness('message', this.src, said(data), 'postMessage'),
          }
        : inside
    },
  })
  // A socket that the page's policy forbids never reaches the network, so it is recorded here.
  const Socket = WebSocket
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      void page.witness('url', String(url), `${String(url)} ${said(protocols)}`, 'socket')
      super(url, protocols)
    }
    override send(data: never): void {
      if (typeof data === 'string') void page.witness('frame', this.url, data, 'frame')
      else if (ArrayBuffer.isView(data))
        void page.witness('frame', this.url, JSON.stringify([...(data as Uint8Array)]), 'frame')
      super.send(data)
    }
  }
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI }) => void page.witness('url', blockedURI, blockedURI, 'blocked'),
  )
}

const originOf = (url: string): string => {
  try {
    const { origin, protocol } = new URL(url)
    return origin === 'null' ? protocol : origin
  } catch {
    return url.slice(0, 40)
  }
}
const toLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** @param places names of known origins */
export async function watchContext(
  context: BrowserContext,
  places: Readonly<Record<string, string>>,
) {
  const left: Left[] = []
  const reading: Promise<void>[] = []
  await context.exposeBinding(
    'witness',
    (_, by: Channel, to: string, text: string, kind: string) =>
      void left.push({ to, by, text: toLatin1(text), kind }),
  )
  await context.addInitScript(hook)
  const read = async (request: Request): Promise<void> => {
    const [to, kind] = [request.url(), request.resourceType()]
    // `data:` and `blob:` URLs stay in the page.
    if (/^(data|blob|about):/.test(to)) return
    left.push({ to, by: 'url', text: toLatin1(to), kind })
    const body = request.postDataBuffer()
    if (body) left.push({ to, by: 'body', text: body.toString('latin1'), kind })
    const headers = await Promise.race([
      request.allHeaders().catch(() => request.headers()),
      new Promise<Record<string, string>>((resolve) =>
        setTimeout(() => resolve(request.headers()), 2_000),
      ),
    ])
    for (const [name, value] of Object.entries(headers))
      if (!name.startsWith(':'))
        left.push({
          to,
          by: 'header',
          text: toLatin1(`${name}: ${value}`),
          kind: `${kind}, ${name}`,
        })
  }
  context.on('request', (request) => void reading.push(read(request)))
  context.on('page', (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (!/^(about|data|blob):/.test(frame.url()))
        left.push({
          to: frame.url(),
          by: 'window',
          text: toLatin1(frame.url()),
          kind: 'navigation',
        })
    }),
  )
  return {
    /** How many texts were searched. */
    size: (): number => left.length,
    /** Where each canary was seen. */
    async sightings(canaries: readonly Canary[]): Promise<readonly Sighting[]> {
      await Promise.all(reading)
      const found = new Map<
        string,
        { canary: string; to: string; by: Channel; count: number; kinds: Set<string> }
      >()
      const known = new Map<string, readonly string[]>()
      for (const { to, by, text, kind } of left) {
        if (!known.has(text)) known.set(text, canariesIn(text, canaries))
        for (const canary of known.get(text)!) {
          const origin = originOf(to)
          const place = places[origin] ?? places[origin.replace(/^ws/, 'http')] ?? origin
          const key = [canary, place, by].join('\n')
          const seen = found.get(key) ?? {
            canary,
            to: place,
            by,
            count: 0,
            kinds: new Set<string>(),
          }
          seen.count++
          found.set(key, { ...seen, kinds: seen.kinds.add(kind) })
        }
      }
      return [...found.values()]
        .map((seen) => ({ ...seen, kinds: [...seen.kinds] }))
        .sort((a, b) => (a.canary < b.canary ? -1 : 1))
    },
  }
}
