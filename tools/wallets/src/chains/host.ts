import { createPrompts } from '../wallet/prompts.js'
import { createPageUi } from '../injected/ui/pageUi.js'
import { createPopupUi } from '../injected/ui/popupUi.js'
import { pageMemory } from '../injected/memory.js'
import { openKeys, type Asked, type ChainsWorld, type KeyHolder } from '../keys/index.js'

export const NAME = 'Localnet Wallet'
export type Page = Window & typeof globalThis

/**
 * The part that all injected wallets share: the owner who is asked, and the accounts that the site
 * may see in each namespace.
 */
export interface Host {
  readonly page: Page
  key(namespace: string): Promise<KeyHolder>
  isAllowed(namespace: string): boolean
  /** Asks the owner, unless this site was let in before. @throws 4001 */
  allow(namespace: string): Promise<KeyHolder>
  forget(namespace: string): void
  /**
   * Asks the owner, then runs the request.
   * @throws 4001, and what the key holder throws
   */
  perform(namespace: string, asked: Asked): Promise<unknown>
  dispose(): void
}

export function createHost(world: ChainsWorld, secret: Uint8Array, page: Page): Host {
  const prompts = createPrompts(createPopupUi(page, NAME, createPageUi(page, NAME)), false)
  const origin = page.location.origin
  let opened: Promise<KeyHolder[]> | undefined
  const key = async (namespace: string): Promise<KeyHolder> => {
    const found = (await (opened ??= openKeys(world, secret))).find(({ chain }) =>
      chain.startsWith(`${namespace}:`),
    )
    if (!found) throw new Error(`This world has no chain of ${namespace}.`)
    return found
  }
  const memory = (namespace: string) => pageMemory(page, `localnet-wallet:${namespace}`)
  const isAllowed = (namespace: string): boolean => memory(namespace).read() !== null
  return {
    page,
    key,
    isAllowed,
    async allow(namespace) {
      const holder = await key(namespace)
      if (isAllowed(namespace)) return holder
      await prompts.ask({
        kind: 'connect',
        method: 'connect',
        params: undefined,
        origin,
        title: `Connect this site to ${holder.name}`,
        lines: holder.accounts.map(({ address }) => ['Account', address] as const),
      })
      memory(namespace).write('allowed')
      return holder
    },
    forget: (namespace) => memory(namespace).write(null),
    async perform(namespace, asked) {
      const holder = await key(namespace)
      await prompts.ask({
        ...holder.describe(asked),
        method: asked.method,
        params: asked.params,
        origin,
      })
      return holder.perform(asked)
    },
    dispose: prompts.dispose,
  }
}
