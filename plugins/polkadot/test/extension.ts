import { Keyring } from '@polkadot/api'
import type { InjectedAccount } from '../src/wallet/injected.js'

type KeyType = 'sr25519' | 'ed25519' | 'ecdsa'
type Pair = ReturnType<Keyring['addFromUri']>
/** The registry of an `ApiPromise`, which encodes payloads. */
interface Registry {
  createType(
    name: 'ExtrinsicPayload',
    payload: object,
    options: { version: number },
  ): { sign(pair: Pair): { signature: string } }
}

export interface TestExtension {
  readonly key: string
  /** The methods of the requests, in order. */
  readonly asked: string[]
  /** Makes the extension decline the next signature. */
  rejectNext(): void
  /** Sets the registry that encodes the payloads to sign. */
  know(registry: unknown): void
  /** Changes each signature, as an evil wallet would. */
  tamper(change: ((signature: string) => string) | undefined): void
  show(uris: readonly string[]): void
  pair(uri: string): Pair
  listeners(): number
  dispose(): void
}

const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

/**
 * An extension of `injectedWeb3` that really signs, with keys that everybody knows. It remembers
 * the site once it was let in.
 */
export function installExtension({
  key = 'test-wallet',
  uris = ['//Alice'],
  type = 'sr25519' as KeyType,
} = {}): TestExtension {
  const keyring = new Keyring({ type })
  const pairs = new Map<string, Pair>()
  const listeners = new Set<(accounts: InjectedAccount[]) => void>()
  const asked: string[] = []
  let shown: readonly string[] = uris
  let isRejecting = false
  let registry: Registry | undefined
  let change: ((signature: string) => string) | undefined
  const pair = (uri: string): Pair =>
    pairs.get(uri) ?? pairs.set(uri, keyring.addFromUri(uri)).get(uri)!
  const list = (): InjectedAccount[] =>
    shown.map((uri) => ({ address: pair(uri).address, name: uri, type }))
  const demand = (method: string): void => {
    asked.push(method)
    if (!isRejecting) return
    isRejecting = false
    throw new Error('Cancelled')
  }
  const finish = (signature: string): { id: number; signature: string } => ({
    id: asked.length,
    signature: change?.(signature) ?? signature,
  })
  const extension = {
    version: '1',
    async enable(origin: string) {
      demand(`enable ${origin}`)
      return {
        accounts: {
          get: async () => list(),
          subscribe(listener: (accounts: InjectedAccount[]) => void) {
            listeners.add(listener)
            listener(list())
            return () => listeners.delete(listener)
          },
        },
        signer: {
          async signRaw({ address, data }: { address: string; data: string }) {
            demand('signRaw')
            const bytes = Buffer.concat([
              Buffer.from('<Bytes>'),
              Buffer.from(data.slice(2), 'hex'),
              Buffer.from('</Bytes>'),
            ])
            return finish(toHex(keyring.getPair(address).sign(bytes)))
          },
          async signPayload(payload: { address: string; version: number }) {
            demand('signPayload')
            return finish(
              registry!
                .createType('ExtrinsicPayload', payload, { version: payload.version })
                .sign(keyring.getPair(payload.address)).signature,
            )
          },
        },
      }
    },
  }
  const page = window as { injectedWeb3?: Record<string, unknown> }
  page.injectedWeb3 = { ...page.injectedWeb3, [key]: extension }
  return {
    key,
    asked,
    pair,
    rejectNext: () => void (isRejecting = true),
    know: (given) => void (registry = given as Registry),
    tamper: (given) => void (change = given),
    show(given) {
      shown = given
      for (const listener of [...listeners]) listener(list())
    },
    listeners: () => listeners.size,
    dispose: () => void Reflect.deleteProperty(page.injectedWeb3 ?? {}, key),
  }
}
