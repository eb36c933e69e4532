import type { Prompts } from '../wallet/prompts.js'
import { pageMemory } from '../injected/memory.js'
import { openKeys, type Asked, type ChainsWorld, type KeyHolder } from '../keys/index.js'

export type Page = Window & typeof globalThis
/** The part of a key that a page may know. */
export type PublicKeys = Pick<KeyHolder, 'chain' | 'name' | 'accounts'>

/** The side of the wallet that has the keys and asks the owner. It need not be in the page. */
export interface Backend {
  /** @throws when this world has no chain of the namespace */
  key(namespace: string): Promise<PublicKeys>
  /** Asks whether a site may see the accounts. @throws 4001 */
  connect(namespace: string, origin: string): Promise<unknown>
  /** Asks the owner, then runs the request. @throws 4001, and what the key holder throws */
  perform(namespace: string, asked: Asked, origin: string): Promise<unknown>
}

/**
 * The part that all injected wallets share: the owner who is asked, and the accounts that the site
 * may see in each namespace.
 */
export interface Host {
  readonly page: Page
  readonly name: string
  key(namespace: string): Promise<PublicKeys>
  isAllowed(namespace: string): boolean
  /** Asks the owner, unless this site was let in before. @throws 4001 */
  allow(namespace: string): Promise<PublicKeys>
  forget(namespace: string): void
  perform(namespace: string, asked: Asked): Promise<unknown>
}

/** Keys with an owner who is asked by `prompts`. */
export function createBackend(world: ChainsWorld, secret: Uint8Array, prompts: Prompts): Backend {
  let opened: Promise<KeyHolder[]> | undefined
  const key = async (namespace: string): Promise<KeyHolder> => {
    const found = (await (opened ??= openKeys(world, secret))).find(({ chain }) =>
      chain.startsWith(`${namespace}:`),
    )
    if (!found) throw new Error(`This world has no chain of ${namespace}.`)
    return found
  }
  return {
    key,
    async connect(namespace, origin) {
      const holder = await key(namespace)
      await prompts.ask({
        kind: 'connect',
        method: 'connect',
        params: undefined,
        origin,
        title: `Connect this site to ${holder.name}`,
        lines: holder.accounts.map(({ address }) => ['Account', address] as const),
      })
    },
    async perform(namespace, asked, origin) {
      const holder = await key(namespace)
      await prompts.ask({
        ...holder.describe(asked),
        method: asked.method,
        params: asked.params,
        origin,
      })
      return holder.perform(asked)
    },
  }
}

export function createHost(page: Page, name: string, backend: Backend): Host {
  const origin = page.location.origin
  const memory = (namespace: string) => pageMemory(page, `localnet-wallet:${namespace}`)
  const isAllowed = (namespace: string): boolean => memory(namespace).read() !== null
  return {
    page,
    name,
    key: backend.key,
    isAllowed,
    async allow(namespace) {
      if (!isAllowed(namespace)) {
        await backend.connect(namespace, origin)
        memory(namespace).write('allowed')
      }
      return backend.key(namespace)
    },
    forget: (namespace) => memory(namespace).write(null),
    perform: (namespace, asked) => backend.perform(namespace, asked, origin),
  }
}
