import { LatchkeyError, type WireRequest } from '@latchkey/plugin-api'
import type { EmbeddedContext } from '../options.js'
import {
  isFrameNetwork,
  toFrameChainId,
  type FrameAccountType,
  type JsonValue,
} from '../protocol/index.js'
import type { FrameOwner } from './frameOwner.js'

/** Parameters as a connection to a wallet carries them. Libraries leave members of them `undefined`. */
const toJson = (params: unknown): JsonValue => JSON.parse(JSON.stringify(params ?? [])) as JsonValue

/**
 * Asks the frame on the right network and for the right account: it takes both from what it was told
 * last.
 */
export class FrameRpc {
  readonly #ctx: EmbeddedContext
  readonly #frame: FrameOwner
  readonly #session: () => Promise<void>
  /** The chain that the frame is on, as far as this page knows. */
  #chain: number | string | undefined
  /**
   * The type of account that the frame uses, as far as this page knows. A frame that was loaded anew uses that of
   * the key.
   */
  #type: FrameAccountType | undefined = 'eoa'
  /** Switches and the posting of requests go in turn. */
  #turn: Promise<unknown> = Promise.resolve()

  /** @param session settles when the frame knows, since it was loaded, who is signed in */
  constructor(ctx: EmbeddedContext, frame: FrameOwner, session: () => Promise<void>) {
    this.#ctx = ctx
    this.#frame = frame
    this.#session = session
  }

  /** The frame was loaded anew, and knows nothing of before. */
  reset(): void {
    this.#chain = undefined
    this.#type = 'eoa'
  }

  /** Has the frame use the account of that type, unless it does. It rejects what waits for the other. */
  useAccount(type: FrameAccountType): Promise<void> {
    return this.#inTurn(() => this.#use(type))
  }

  /** @throws `wallet.unknown_chain`, and what `FrameOwner.request` throws */
  switch(network: string, signal?: AbortSignal): Promise<void> {
    return this.#inTurn(() => this.#switchTo(network, signal))
  }

  /**
   * @param type of the account that the request is for, where its family has several
   * @param onSubmitted called once the frame is carrying it out
   * @throws TypeError for parameters that are not JSON or too long
   */
  async ask(
    { network, method, params, signal }: WireRequest,
    type?: FrameAccountType,
    onSubmitted?: () => void,
  ): Promise<unknown> {
    const payload = { method, params: toJson(params) }
    await this.#session()
    // Posted in the turn, but not awaited in it: a visitor may take hours.
    const { answer } = await this.#inTurn(async () => {
      if (this.#chain !== toFrameChainId(network)) await this.#switchTo(network, signal)
      if (type) await this.#use(type)
      const posted = this.#frame.request('rpc request', payload, signal, onSubmitted)
      posted.catch(() => undefined)
      return { answer: posted }
    })
    return (await answer).result
  }

  /** Runs what moves the frame to chains of its own choice, while no request of a wallet is posted. */
  readUsers<T>(run: () => Promise<T>): Promise<T> {
    return this.#inTurn(() => run().finally(() => (this.#chain = undefined)))
  }

  /** No signal ends it: the frame switches whoever waits, and this page would not hear of it. */
  async #use(type: FrameAccountType): Promise<void> {
    if (type === this.#type) return
    this.#type = undefined
    await this.#frame.request('set preferred account', { type })
    this.#type = type
  }

  async #switchTo(network: string, signal?: AbortSignal): Promise<void> {
    if (!isFrameNetwork(network))
      throw new LatchkeyError(
        'wallet.unknown_chain',
        `The secure frame does not serve ${network}.`,
        { context: { network } },
      )
    const chainId = toFrameChainId(network)
    this.#chain = undefined
    await this.#frame.request('switch network', { chainId }, signal)
    this.#chain = chainId
    this.#ctx.storage.set('lastChain', network)
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(run)
    this.#turn = mine.catch(() => undefined)
    return mine
  }
}
