// Two wallets behind a relay with one interface: the demo wallet's page, and the published client in
// Node.
import { SignClient } from '@walletconnect/sign-client'
import type { World as LocalWorld } from '@latchkey-tools/localnet'
import type { Browser, Locator, Page } from '@playwright/test'
import { createWalletClient, defineChain, hexToString, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Localnet } from './world.js'

/** A pairing code: its link, and a picture of it. */
export interface Code {
  link: string
  picture(): Promise<Buffer>
}
export interface RelayWallet {
  /** Scans a code. */
  pair(code: Code): Promise<void>
  /** Approves the connection and shares the localnet's accounts with these numbers. */
  connect(accounts?: readonly number[]): Promise<void>
  /** Waits for the next request and answers it. */
  approve(): Promise<void>
  reject(): Promise<void>
  setChain(id: number): Promise<void>
  /** Shares these accounts; the first is the active one. */
  setAccounts(indexes: readonly number[]): Promise<void>
  /** Ends the only session. */
  disconnect(): Promise<void>
  /** The number of its sessions. */
  sessions(): Promise<number>
  close(): Promise<void>
}
export interface Kind {
  title: string
  open(world: {
    localnet: Localnet
    relayUrl: string
    walletUrl: string
    browser: Browser
  }): Promise<RelayWallet>
}

/** The demo wallet's page, operated through its user interface. */
export class PageWallet implements RelayWallet {
  private constructor(
    readonly page: Page,
    private readonly localnet: Pick<LocalWorld['shown'], 'accounts'>,
  ) {}

  static async open(
    browser: Browser,
    url: string,
    localnet: Pick<LocalWorld['shown'], 'accounts'>,
  ): Promise<PageWallet> {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('heading', { name: 'Connect to a site' }).waitFor()
    return new PageWallet(page, localnet)
  }

  get decision(): Locator {
    return this.page.getByRole('region', { name: /\?$/ })
  }

  async pair(code: Code): Promise<void> {
    await this.page
      .getByLabel('Scan a picture')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: await code.picture() })
  }

  async paste(link: string): Promise<void> {
    await this.page.getByLabel('Link from the site').fill(link)
    await this.page
      .getByRole('region', { name: 'Connect to a site' })
      .getByRole('button', { name: 'Connect' })
      .click()
  }

  async connect(accounts: readonly number[] = [0]): Promise<void> {
    await this.#choose(this.decision.getByRole('group', { name: 'Accounts' }), accounts)
    await this.decision.getByRole('button', { name: 'Connect' }).click()
    await this.decision.waitFor({ state: 'detached' })
  }

  async approve(): Promise<void> {
    await this.decision.getByRole('button', { name: 'Approve' }).click()
    await this.decision.waitFor({ state: 'detached' })
  }

  async reject(): Promise<void> {
    await this.decision.getByRole('button', { name: 'Reject' }).click()
    await this.decision.waitFor({ state: 'detached' })
  }

  async setChain(id: number): Promise<void> {
    await this.page.getByLabel('Network').selectOption(String(id))
  }

  async setAccounts(indexes: readonly number[]): Promise<void> {
    await this.#choose(this.page.getByRole('group', { name: 'Accounts that it sees' }), indexes)
    const { address } = this.localnet.accounts[indexes[0]!]!
    const inUse = this.page.getByLabel('Account in use')
    if ((await inUse.inputValue()) !== address) await inUse.selectOption(address)
    await this.#settled()
  }

  async disconnect(): Promise<void> {
    await this.page.getByTestId('session').getByRole('button', { name: 'Disconnect' }).click()
  }

  sessions = (): Promise<number> => this.page.getByTestId('session').count()
  close = (): Promise<void> => this.page.context().close()

  /** Ticks before it unticks, because at least one must stay ticked. */
  async #choose(group: Locator, indexes: readonly number[]): Promise<void> {
    await group.waitFor()
    const boxes = await group.getByRole('checkbox').all()
    for (const wanted of [true, false])
      for (const [index, box] of boxes.entries())
        if (indexes.includes(index) === wanted && (await box.isChecked()) !== wanted) {
          await box.click()
          await this.#settled()
        }
  }

  #settled = async (): Promise<void> =>
    void (await this.page.waitForFunction(() => !document.querySelector('fieldset:disabled')))
}

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Ask = { answer(yes: boolean, accounts?: readonly number[]): Promise<unknown> }

const memory = () => {
  const entries = new Map<string, unknown>()
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
}

/** The published client with the localnet's keys. */
export class NodeWallet implements RelayWallet {
  readonly #waiting: Ask[] = []
  #wake: () => void = () => undefined

  private constructor(
    readonly client: Client,
    private readonly localnet: Localnet,
  ) {
    client.on('session_proposal', ({ id }) =>
      this.#push(async (yes, accounts = [0]) => {
        if (!yes) return client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
        const { acknowledged } = await client.approve({
          id,
          namespaces: this.#namespaces(accounts),
        })
        return acknowledged()
      }),
    )
    client.on('session_request', ({ id, topic, params: { request, chainId } }) =>
      this.#push(async (yes) => {
        const response = yes
          ? { id, jsonrpc: '2.0' as const, result: await this.#perform(request, chainId) }
          : {
              id,
              jsonrpc: '2.0' as const,
              error: { code: 4001, message: 'User rejected the request.' },
            }
        return client.respond({ topic, response })
      }),
    )
  }

  static async open(relayUrl: string, localnet: Localnet): Promise<NodeWallet> {
    process.env['DISABLE_GLOBAL_CORE'] = 'true' // several clients in one process
    const metadata = { name: 'Node wallet', description: '', url: 'https://wallet.test', icons: [] }
    return new NodeWallet(
      await SignClient.init({
        projectId: 'test',
        relayUrl,
        storage: memory() as never,
        telemetryEnabled: false,
        logger: 'silent',
        metadata,
      }),
      localnet,
    )
  }

  pair = async ({ link }: Code): Promise<void> => void (await this.client.pair({ uri: link }))
  connect = (accounts: readonly number[] = [0]): Promise<void> => this.#answer(true, accounts)
  approve = (): Promise<void> => this.#answer(true)
  reject = (): Promise<void> => this.#answer(false)
  sessions = async (): Promise<number> => this.client.session.length

  async setChain(id: number): Promise<void> {
    await this.client.emit({
      topic: this.#topic,
      chainId: `eip155:${id}`,
      event: { name: 'chainChanged', data: id },
    })
  }

  async setAccounts(indexes: readonly number[]): Promise<void> {
    // `acknowledged()` is not awaited: if the page's answer overtakes the relay's receipt, the
    // published client never settles that promise.
    await this.client.update({ topic: this.#topic, namespaces: this.#namespaces(indexes) })
    await this.client.emit({
      topic: this.#topic,
      chainId: 'eip155:31337',
      event: {
        name: 'accountsChanged',
        data: indexes.map((index) => this.localnet.accounts[index]!.address),
      },
    })
  }

  async disconnect(): Promise<void> {
    await this.client.disconnect({
      topic: this.#topic,
      reason: { code: 6000, message: 'User disconnected.' },
    })
  }

  async close(): Promise<void> {
    this.client.core.heartbeat.stop()
    await this.client.core.relayer.transportClose().catch(() => undefined)
  }

  get #topic(): string {
    return this.client.session.getAll()[0]!.topic
  }

  #push(answer: Ask['answer']): void {
    this.#waiting.push({ answer })
    this.#wake()
  }

  async #answer(yes: boolean, accounts?: readonly number[]): Promise<void> {
    while (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    await this.#waiting.shift()!.answer(yes, accounts)
  }

  #namespaces(indexes: readonly number[]) {
    const { chains, accounts } = this.localnet
    return {
      eip155: {
        accounts: chains.flatMap(({ id }) =>
          indexes.map((index) => `eip155:${id}:${accounts[index]!.address}`),
        ),
        methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
        events: ['accountsChanged', 'chainChanged'],
      },
    }
  }

  async #perform(
    { method, params }: { method: string; params: unknown },
    chainId: string,
  ): Promise<Hex> {
    const [first, second] = params as [unknown, unknown]
    const from = String(method === 'personal_sign' ? second : (first as { from: string }).from)
    const account = privateKeyToAccount(
      this.localnet.accounts.find(({ address }) => address.toLowerCase() === from.toLowerCase())!
        .privateKey,
    )
    if (method === 'personal_sign')
      return account.signMessage({ message: hexToString(first as Hex) })
    const { id, name, url } = this.localnet.chains.find((one) => chainId === `eip155:${one.id}`)!
    const chain = defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    })
    const { to, value } = first as { to: Hex; value: Hex }
    return createWalletClient({ account, chain, transport: http(url) }).sendTransaction({
      to,
      value: BigInt(value),
    })
  }
}

export const kinds: readonly Kind[] = [
  {
    title: "the demo wallet's page",
    open: ({ browser, walletUrl, localnet }) => PageWallet.open(browser, walletUrl, localnet),
  },
  {
    title: 'the published client in Node',
    open: ({ relayUrl, localnet }) => NodeWallet.open(relayUrl, localnet),
  },
]
