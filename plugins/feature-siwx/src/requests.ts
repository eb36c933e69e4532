import type { SiwxMessage } from '@latchkey/siwx'
import { timeOf } from '@latchkey/siwx/time'
import type { Subject } from './subject.js'
import type { Nonce, SessionStore, SignRequest, SiwxOptions } from './types.js'

const DAY = 86_400_000
/** ms that a nonce must be good for when it is put into a message. */
const MARGIN = 20_000

const isFresh = ({ expiresAt = Infinity }: Nonce): boolean => expiresAt - MARGIN > Date.now()

/** All of the message but whose it is. */
export type Wanted = Omit<SiwxMessage, 'accountAddress' | 'chainId'>

/** Messages to sign, each with a nonce of its own. */
export interface Requests {
  /** Fetches a nonce ahead, so that a click need not wait for it. Tells nobody where that fails. */
  prepare(): void
  /** The fields of a message now, where a nonce is there. It is used by that. */
  take(): Wanted | undefined
  /** Puts the nonce of a message back that nobody signed. */
  giveBack(wanted: Wanted): void
  make(subject: Subject): Promise<SignRequest>
  /** Whether what was made can still be signed. */
  isFresh(request: SignRequest): boolean
}

function fieldsOf(
  { statement, uri, resources, lifetime = DAY, expirationTime, notBefore, requestId }: SiwxOptions,
  nonce: string,
): Wanted {
  const now = Date.now()
  const expires =
    expirationTime ??
    (Number.isFinite(lifetime) ? new Date(now + lifetime).toISOString() : undefined)
  return {
    domain: location.host,
    uri: uri ?? location.origin,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...(statement !== undefined && { statement }),
    ...(expires !== undefined && { expirationTime: expires }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources }),
  }
}

export function createRequests(store: SessionStore, options: SiwxOptions): Requests {
  let ready: Nonce | undefined
  let coming: Promise<void> | undefined
  const ends = new Map<string, number | undefined>()
  const use = (nonce: Nonce): Wanted => {
    ends.set(nonce.nonce, nonce.expiresAt)
    return fieldsOf(options, nonce.nonce)
  }
  const pop = (): Nonce | undefined => {
    const nonce = ready
    ready = undefined
    return nonce && isFresh(nonce) ? nonce : undefined
  }
  return {
    prepare() {
      if (ready && isFresh(ready)) return
      coming ??= store
        .nonce()
        .then(
          (nonce) => void (ready = nonce),
          () => undefined,
        )
        .finally(() => (coming = undefined))
    },
    take() {
      const nonce = pop()
      return nonce && use(nonce)
    },
    giveBack({ nonce }) {
      const expiresAt = ends.get(nonce)
      ready ??= { nonce, ...(expiresAt !== undefined && { expiresAt }) }
    },
    async make({ account, network, wallet }) {
      const [{ checkMessage, formatMessage }] = await Promise.all([
        import('@latchkey/siwx'),
        coming,
      ])
      const fields = use(pop() ?? (await store.nonce()))
      const data: SiwxMessage = { ...fields, accountAddress: account.address, chainId: network.id }
      const { expirationTime: _ends, notBefore: _begins, ...timeless } = data
      // The visitor is not asked for what nobody would take.
      checkMessage(timeless, { domain: location.host, ...(options.uris && { uris: options.uris }) })
      return { account, network, wallet, data, message: formatMessage(data) }
    },
    isFresh: ({ data: { nonce, expirationTime } }) =>
      isFresh({ nonce, expiresAt: ends.get(nonce) ?? Infinity }) &&
      !(expirationTime !== undefined && timeOf(expirationTime)! <= Date.now()),
  }
}
