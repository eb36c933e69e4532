import type { BrowserContext, Page } from '@playwright/test'
import { createBackend, type Backend } from '../chains/host.js'
import type { Answered } from '../chains/script.js'
import type { ChainsWorld } from '../keys/types.js'
import { createPrompts, type Prompts } from '../wallet/prompts.js'
import { answerBy } from '../wallet/rules.js'
import type { ChainWalletRule, Prompt } from '../wallet/types.js'
import type { ChainWalletsOptions } from '../chains/index.js'
import { bundle } from './bundle.js'
import { waitForPrompt } from './waitForPrompt.js'

export interface ChainWalletOptions extends Pick<ChainWalletsOptions, 'name' | 'rule'> {
  /** The chains, by family; a wallet is added for each that is named. */
  world: ChainsWorld
  /** 32 bytes. Default: a key that everybody can make. */
  secret?: Uint8Array
}

/** The wallet of the chains that are not EVM, from the test's side. */
export interface ChainWalletHandle {
  follow(rule: ChainWalletRule): void
  /** The address in use of a namespace, such as `solana`. */
  address(namespace: string): Promise<string>
  /** Every request that came in, the oldest first. */
  readonly requests: readonly { method: string; params: unknown }[]
  readonly pending: readonly Prompt[]
  /** Waits up to 5 s for a prompt (of this kind) and approves it. */
  approve(kind?: Prompt['kind']): Promise<Prompt>
  reject(kind?: Prompt['kind']): Promise<Prompt>
}

/** Runs a call of the page; bytes and errors are turned into data that can travel. */
async function answer(
  backend: Backend,
  method: keyof Backend,
  args: readonly unknown[],
): Promise<Answered> {
  try {
    const call = backend[method] as (...args: readonly unknown[]) => Promise<unknown>
    if (method !== 'key') return { value: await call(...args) }
    const { chain, name, accounts } = await backend.key(String(args[0]))
    const travelling = accounts.map((one) => ({ ...one, publicKey: [...one.publicKey] }))
    return { value: { chain, name, accounts: travelling } }
  } catch (error) {
    const { code = -32603, message } = error as Error & { code?: number }
    return { error: { code, message } }
  }
}

const handleOf = (
  backend: Backend,
  prompts: Prompts,
  requests: ChainWalletHandle['requests'],
): ChainWalletHandle => {
  const found = (kind?: Prompt['kind']) =>
    waitForPrompt(() => ({ pending: prompts.pending, requests }), kind)
  return {
    requests,
    get pending() {
      return prompts.pending
    },
    follow: (rule) => prompts.setAnswer(answerBy[rule]),
    address: async (namespace) => (await backend.key(namespace)).accounts[0]!.address,
    async approve(kind) {
      const prompt = await found(kind)
      prompts.approve(prompt.id)
      return prompt
    },
    async reject(kind) {
      const prompt = await found(kind)
      prompts.reject(prompt.id)
      return prompt
    },
  }
}

/**
 * Installs a test wallet for Solana, Bitcoin, Polkadot and Cosmos in every page that the target loads from now on.
 * Its keys stay in the test runner, as an extension's stay in its background.
 * @example const wallet = await installChainWallet(page, { world: { solana }, rule: 'approve' })
 */
export async function installChainWallet(
  target: Page | BrowserContext,
  {
    world,
    secret = new Uint8Array(32).fill(7),
    name = 'Localnet Wallet',
    rule,
  }: ChainWalletOptions,
): Promise<ChainWalletHandle> {
  const prompts = createPrompts('manual', false)
  if (rule) prompts.setAnswer(answerBy[rule])
  const backend = createBackend(world, secret, prompts)
  const requests: { method: string; params: unknown }[] = []
  await target.exposeBinding(
    '__localnetChains',
    (_source, method: keyof Backend, args: unknown[]) => {
      if (method === 'connect') requests.push({ method, params: args[0] })
      if (method === 'perform') requests.push(args[1] as { method: string; params: unknown })
      return answer(backend, method, args)
    },
  )
  await target.addInitScript({
    content: `(() => { ${bundle('chains')}\n;LocalnetChains.install(...${JSON.stringify([world, name])}) })()`,
  })
  return handleOf(backend, prompts, requests)
}
