import type { BrowserContext, Page } from '@playwright/test'
import type { Address } from 'viem'
import type { OddError } from '../wallet/errors.js'
import type {
  Approval,
  FaultScope,
  Prompt,
  PromptKind,
  WalletControl,
  WalletRule,
  WalletState,
} from '../wallet/types.js'
import type { InjectedWallet, InjectedWalletOptions } from '../injected/injectedWallet.js'
import type { WalletWindow } from '../injected/script.js'
import { bundle } from './bundle.js'
import { waitForPrompt } from './waitForPrompt.js'

type Target = Page | BrowserContext
type Plain = Omit<InjectedWalletOptions, 'post'>
/** Stands for `times: Infinity`, which JSON cannot carry into the page. */
const always = Number.MAX_SAFE_INTEGER

/**
 * The wallet of one page, from the test's side. Every call reaches into the page; the wallet there
 * is made anew at each load.
 */
export interface InjectedWalletHandle {
  /** Behaves by this rule from now on, after each load of the page too. */
  follow(rule: WalletRule): Promise<void>
  state(): Promise<WalletState>
  pending(): Promise<Prompt[]>
  requests(): Promise<{ method: string; params: unknown }[]>
  listenerCount(event: string): Promise<number>
  /** The front prompt, waiting up to 5 s for one (of this kind). */
  prompt(kind?: PromptKind): Promise<Prompt>
  /** Waits for a prompt (of this kind) and approves it. */
  approve(kind?: PromptKind, approval?: Approval): Promise<Prompt>
  reject(kind?: PromptKind): Promise<Prompt>
  setAccounts(accounts: readonly Address[]): Promise<void>
  setChain(chainId: number): Promise<void>
  lock(): Promise<void>
  unlock(): Promise<void>
  disconnect(): Promise<void>
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  announce(): Promise<void>
  /** The next request is rejected with this plain value; `{ odd }` names one of `oddErrors`. */
  failNext(
    error: unknown | { odd: OddError },
    scope?: FaultScope & { sync?: boolean },
  ): Promise<void>
  rejectNext(scope?: FaultScope): Promise<void>
  answerNext(value: unknown, scope?: FaultScope): Promise<void>
  hangNext(scope?: FaultScope): Promise<void>
  delayNext(ms: number, scope?: FaultScope): Promise<void>
  clearFaults(): Promise<void>
}

type Call = {
  [K in keyof InjectedWallet]: InjectedWallet[K] extends (...args: never[]) => unknown ? K : never
}[keyof InjectedWallet]

async function postFromHere(url: string, body: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return response.json()
}

/**
 * Installs localnet wallets in every page that the target loads from now on. Their requests to the
 * nodes are made by the test runner, as an extension's are made by its background: they are neither
 * in the page's network log nor under its policy. `ui` is `manual` unless told otherwise.
 * @returns the first wallet's handle, when the target is a page
 * @example const wallet = await installInjectedWallet(page, { chains: localnet.chains, accounts:
 * localnet.accounts })
 */
export async function installInjectedWallet(
  target: Page,
  ...wallets: Plain[]
): Promise<InjectedWalletHandle>
export async function installInjectedWallet(
  target: BrowserContext,
  ...wallets: Plain[]
): Promise<undefined>
export async function installInjectedWallet(
  target: Target,
  ...wallets: Plain[]
): Promise<InjectedWalletHandle | undefined> {
  const post = (_source: unknown, url: string, body: string) => postFromHere(url, body)
  // It is there already when a second wallet is added.
  await target.exposeBinding('__localnetPost', post).catch((error: Error) => {
    if (!/already registered/i.test(error.message)) throw error
  })
  const options = wallets.map((one) => ({ ui: 'manual', ...one }))
  await target.addInitScript({
    content: `(() => { ${bundle('injected')}\n;LocalnetWallet.install(${JSON.stringify(options)}) })()`,
  })
  return 'goto' in target ? injectedWallet(target) : undefined
}

/** Calls a method of the page's wallet by name; `Infinity` in a scope travels as a large number. */
function caller(page: Page, index: number) {
  return <T>(method: Call, ...args: unknown[]): Promise<T> =>
    page.evaluate(
      ([method, args, index]) => {
        const wallet = (window as WalletWindow).__localnetWallets?.[index]
        if (!wallet) throw new Error(`The page has no localnet wallet ${index}.`)
        const [first, ...rest] = args
        const odd = (first as { odd?: OddError } | undefined)?.odd
        const value = odd ? (window as WalletWindow).__localnetOddErrors?.[odd]() : first
        const call = wallet[method] as (...args: unknown[]) => unknown
        const result = args.length ? call(value, ...rest) : call()
        return result as never
      },
      [method, args, index] as const,
    )
}

const travelling = <S extends FaultScope>(scope: S | undefined): S | undefined =>
  scope && { ...scope, ...(scope.times === Infinity && { times: always }) }

/** Tells the wallet of the page as it stands, and of every page that is loaded from now on. */
async function follow(page: Page, index: number, rule: WalletRule): Promise<void> {
  const tell = ({ rule, index }: { rule: WalletRule; index: number }) => {
    const site = window as WalletWindow
    ;(site.__localnetRules ??= [])[index] = rule
    site.__localnetWallets?.[index]?.follow(rule)
  }
  await page.addInitScript(tell, { rule, index })
  await page.evaluate(tell, { rule, index })
}

/** The handle of a page's wallet number `index`; for pages of a context and for second wallets. */
export function injectedWallet(page: Page, index = 0): InjectedWalletHandle {
  const call = caller(page, index)
  const read = <K extends 'state' | 'pending' | 'requests'>(key: K): Promise<WalletControl[K]> =>
    page.evaluate(
      ([key, index]) =>
        JSON.parse(
          JSON.stringify((window as WalletWindow).__localnetWallets?.[index]?.[key] ?? []),
        ),
      [key, index] as const,
    )
  const prompt = (kind?: PromptKind): Promise<Prompt> =>
    waitForPrompt(
      async () => ({ pending: await read('pending'), requests: await read('requests') }),
      kind,
    )
  const answer = async (
    method: 'approve' | 'reject',
    kind?: PromptKind,
    ...rest: unknown[]
  ): Promise<Prompt> => {
    const found = await prompt(kind)
    await call(method, found.id, ...rest)
    return found
  }
  return {
    prompt,
    follow: (rule) => follow(page, index, rule),
    state: () => read('state'),
    pending: async () => [...(await read('pending'))],
    requests: async () => [...(await read('requests'))],
    listenerCount: (event) => call('listenerCount', event),
    approve: (kind, approval) => answer('approve', kind, ...(approval ? [approval] : [])),
    reject: (kind) => answer('reject', kind),
    setAccounts: (accounts) => call('setAccounts', accounts),
    setChain: (chainId) => call('setChain', chainId),
    lock: () => call('lock'),
    unlock: () => call('unlock'),
    disconnect: () => call('disconnect'),
    goOffline: () => call('goOffline'),
    goOnline: () => call('goOnline'),
    announce: () => call('announce'),
    failNext: (error, scope) => call('failNext', error, travelling(scope)),
    rejectNext: (scope) => call('rejectNext', travelling(scope)),
    answerNext: (value, scope) => call('answerNext', value, travelling(scope)),
    hangNext: (scope) => call('hangNext', travelling(scope)),
    delayNext: (ms, scope) => call('delayNext', ms, travelling(scope)),
    clearFaults: () => call('clearFaults'),
  }
}
