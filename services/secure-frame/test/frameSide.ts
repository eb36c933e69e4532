import {
  type FrameEvent,
  type FrameFailure,
  type FrameNotice,
  type FramePayload,
  type FrameSuccess,
  createRequest,
  parseFrameMessage,
} from '@latchkey/embedded-wallet/protocol'
import { createHandlers } from '../src/page/handlers.js'
import type { FrameConfig } from '../src/page/link/config.js'
import { serve } from '../src/page/link/channel.js'
import { createClient } from '../src/page/session/client.js'
import { createServiceClock } from '../src/page/session/clock.js'
import { createDatabase } from '../src/page/session/database.js'
import { createProve, openFrameKey } from '../src/page/session/proofs.js'
import { createSession } from '../src/page/session/session.js'
import { createHomes } from '../src/page/wallet/homes.js'
import { createWalletOfUser } from '../src/page/wallet/wallet.js'
import { ORIGIN } from './harness.js'

/** The answer of the frame: a success, or why not. */
export type FrameReply<E extends FrameEvent> =
  { isDone: true; payload: FrameSuccess<E> } | { isDone: false; failure: FrameFailure }

/** Asks as a browser does, with its cookies. */
function createBrowser() {
  const cookies = new Map<string, string>()
  const ask: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return { cookies, ask }
}

/**
 * The whole frame without a window: its events, session, keys and wallet, with a real service. It keeps its
 * share in the service, as a frame does whose browser gives it no storage.
 */
export async function createFrameSide(
  url: string,
  recovery: 'user' | 'automatic' = 'user',
  more: Partial<FrameConfig> = {},
) {
  const { cookies, ask } = createBrowser()
  const clock = createServiceClock()
  const database = createDatabase(() => indexedDB)
  const prove = await createProve(await openFrameKey(database))
  const client = createClient({ origin: url, prove, clock, ask })
  const notices: FrameNotice[] = []
  let onNotice: () => void = () => undefined
  const session = createSession({
    client,
    clock,
    projectId: 'shop',
    origin: ORIGIN,
    ownOrigin: url,
    lang: 'en',
    onEnd: () => undefined,
  })
  const homes = createHomes(database, session.ask, (id) => session.user()?.wallet?.id === id)
  const wallet = createWalletOfUser({ session, homes, mode: recovery })
  const config = {
    projectId: 'shop',
    origins: [ORIGIN],
    recovery,
    approvalWindow: 'auto' as const,
    rpc: {},
    chainId: 'eip155:1',
    enableLogger: false,
    lang: 'en',
    smartAccounts: {},
    operationGas: 10_000_000,
    operationFee: 10_000,
    ...more,
  }
  const { port1: page, port2: frame } = new MessageChannel()
  const tell = serve(
    frame,
    createHandlers({
      // The window is for cards and pages, which no event of these tests shows.
      self: {} as Window & typeof globalThis,
      config,
      origin: ORIGIN,
      session,
      homes,
      wallet,
      database,
      tell: (notice) => tell(notice),
    }),
  )
  const waiting = new Map<string, (reply: FrameReply<FrameEvent>) => void>()
  page.onmessage = ({ data }) => {
    const message = parseFrameMessage(data)
    if (!message) throw new Error(`This is no message of the frame: ${JSON.stringify(data)}`)
    if (!('id' in message)) {
      notices.push(message)
      return onNotice()
    }
    const { type, id } = message
    const payload = 'payload' in message ? message.payload : undefined
    waiting.get(id)?.(
      type.endsWith(' error')
        ? { isDone: false, failure: payload as FrameFailure }
        : ({ isDone: true, payload } as FrameReply<FrameEvent>),
    )
  }
  let count = 0
  const post = (message: unknown, id: string): Promise<FrameReply<FrameEvent>> =>
    new Promise((resolve) => {
      waiting.set(id, resolve)
      page.postMessage(message)
    })
  return {
    cookies,
    session,
    wallet,
    notices,
    /** Posts an event and waits for its reply. */
    ask: <E extends FrameEvent>(type: E, payload: FramePayload<E>): Promise<FrameReply<E>> => {
      const id = `r${(count += 1)}`
      return post(createRequest(type, id, payload), id) as Promise<FrameReply<E>>
    },
    /** Posts anything. */
    post,
    nextNotice: () =>
      new Promise<FrameNotice>((resolve) => {
        onNotice = () => resolve(notices.at(-1)!)
      }),
    close: () => page.close(),
  }
}
export type FrameSide = Awaited<ReturnType<typeof createFrameSide>>

/** The payload of a success. @throws where the frame answered an error */
export function done<E extends FrameEvent>(reply: FrameReply<E>): FrameSuccess<E> {
  if (!reply.isDone) throw new Error(`The frame answered ${JSON.stringify(reply.failure)}`)
  return reply.payload
}
