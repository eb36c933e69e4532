import type { SiwxMessage } from '@latchkey/siwx'
import { loadFamilies } from '../families.js'
import type { Subject } from './subject.js'
import type { Context, Nonce, SessionStore, SignRequest, SiwxOptions } from '../types.js'

const DAY_MS = 86_400_000
/** A nonce must stay valid for at least this long when it is put into a message. */
const NONCE_MARGIN_MS = 20_000

const isFresh = ({ expiresAt = Infinity }: Nonce): boolean =>
  expiresAt - NONCE_MARGIN_MS > Date.now()

/** A message without the account that signs it. */
export type MessageFields = Omit<SiwxMessage, 'accountAddress' | 'chainId'>

/** Messages to sign, each with a nonce of its own. */
export interface Requests {
  /** Fetches a nonce ahead, so that a click need not wait for it. A failure is ignored. */
  prepare(): void
  /** The fields of a message, where a nonce was fetched ahead. Takes that nonce. */
  take(): MessageFields | undefined
  /** Puts the nonce of a message back that was not signed. */
  giveBack(wanted: MessageFields): void
  make(subject: Subject): Promise<SignRequest>
  /** Whether the nonce of a request can still be used. */
  isFresh(request: SignRequest): boolean
}

function fieldsOf(
  {
    statement,
    uri,
    resources,
    lifetime = DAY_MS,
    expirationTime,
    notBefore,
    requestId,
  }: SiwxOptions,
  nonce: string,
): MessageFields {
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

export function createRequests(
  ctx: Pick<Context, 'adapters'>,
  store: SessionStore,
  options: SiwxOptions,
): Requests {
  let ready: Nonce | undefined
  let coming: Promise<void> | undefined
  const ends = new Map<string, number | undefined>()
  const use = (nonce: Nonce): MessageFields => {
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
      const [{ checkMessage, formatMessage }, families] = await Promise.all([
        import('@latchkey/siwx'),
        loadFamilies(ctx, network.namespace),
        coming,
      ])
      const fields = use(pop() ?? (await store.nonce()))
      const data: SiwxMessage = { ...fields, accountAddress: account.address, chainId: network.id }
      const { expirationTime: _ends, notBefore: _begins, ...timeless } = data
      // Checked first: no visitor is asked to sign a message that every store would refuse.
      checkMessage(timeless, { domain: location.host, ...(options.uris && { uris: options.uris }) })
      return { account, network, wallet, data, message: formatMessage(data, families) }
    },
    isFresh: ({ data: { nonce } }) => isFresh({ nonce, expiresAt: ends.get(nonce) ?? Infinity }),
  }
}
