import type { KeyHolder } from '@latchkey-tools/wallets/keys'
import type { World } from '../world.js'

/** The chain families besides EVM: the name of each in the world's description, and its label. */
const FAMILIES = {
  solana: { part: 'solana', name: 'Solana' },
  bip122: { part: 'bitcoin', name: 'Bitcoin' },
  polkadot: { part: 'polkadot', name: 'Polkadot' },
  cosmos: { part: 'cosmos', name: 'Cosmos' },
} as const

export const namespaceOf = (chain: string): string => chain.split(':')[0] ?? ''
const familyOf = (chain: string) =>
  Object.hasOwn(FAMILIES, namespaceOf(chain))
    ? FAMILIES[namespaceOf(chain) as keyof typeof FAMILIES]
    : undefined
export const familyName = (chain: string): string => familyOf(chain)?.name ?? chain

const secretOf = (privateKey: string): Uint8Array =>
  Uint8Array.from(privateKey.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

async function open(world: World, chain: string): Promise<KeyHolder | undefined> {
  const family = familyOf(chain)
  const [account] = world.accounts
  if (!family || !account || !world[family.part]) return undefined
  const { openKeys } = await import('@latchkey-tools/wallets/keys')
  const [key] = await openKeys({ [family.part]: world[family.part] }, secretOf(account.privateKey))
  return key
}

/** The keys of this world's chains besides EVM. Each is loaded on first use. */
export class Keyring {
  readonly #opened = new Map<string, Promise<KeyHolder | undefined>>()

  constructor(readonly world: World) {}

  /** The key of a CAIP-2 chain. If a key cannot be loaded, the next call tries again. */
  async find(chain: string): Promise<KeyHolder | undefined> {
    const namespace = namespaceOf(chain)
    const opening = this.#opened.get(namespace) ?? open(this.world, chain)
    this.#opened.set(namespace, opening)
    const key = await opening.catch(() => void this.#opened.delete(namespace))
    return key?.chain === chain ? key : undefined
  }

  async among(chains: readonly string[]): Promise<readonly KeyHolder[]> {
    const found = await Promise.all(chains.map((chain) => this.find(chain)))
    return found.filter((key) => key !== undefined)
  }
}
