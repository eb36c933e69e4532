import type { ChainAdapter, SubmissionStatus } from '@latchkey/plugin-api'
import { BOB, FakeChain, FakeServer, GOLD, SILVER, ALICE } from './bench.js'

export const approval = (changes: object = {}): Record<string, unknown> => ({
  chainId: 'eip155:1',
  kind: 'amount',
  owner: `eip155:1:${ALICE}`,
  token: `eip155:1:${GOLD}`,
  spender: `eip155:1:${BOB}`,
  spenderName: '',
  name: 'Gold',
  symbol: 'GLD',
  quantity: { decimals: 18, numeric: '2.5' },
  isUnlimited: false,
  flags: { is_spam: false },
  ...changes,
})
export const allCats = (): Record<string, unknown> => {
  const { quantity: _, ...rest } = approval({
    kind: 'all',
    token: `eip155:1:${SILVER}`,
    name: 'Cats',
    symbol: '',
    isUnlimited: true,
  })
  return rest
}
export const oneCat = (): Record<string, unknown> => ({
  ...allCats(),
  kind: 'item',
  tokenId: '7',
  isUnlimited: false,
})

/** The site's server with a list of approvals. */
export class ApprovalServer extends FakeServer {
  /** The answer of the route: a page, the status of an error, or a promise of one of both. */
  approvals: (cursor: string | null) => unknown = () => ({ data: [approval()], next: null })

  constructor() {
    super()
    const base = this.fetch
    Object.assign(this, {
      fetch: async (input: unknown): Promise<Response> => {
        const url = new URL(String(input))
        if (!url.pathname.endsWith('approvals')) return base(input)
        this.asked.push(url)
        const body = await this.approvals(url.searchParams.get('cursor'))
        return typeof body === 'number'
          ? Response.json({ status: 'FAILED' }, { status: body })
          : Response.json(body)
      },
    })
  }
  get readings(): URL[] {
    return this.asked.filter(({ pathname }) => pathname.endsWith('approvals'))
  }
}

/** A chain whose wallet writes contracts. */
export class WritingChain extends FakeChain {
  /** Calls that the wallet was asked to write: the contract, the function and its arguments. */
  readonly written: unknown[] = []
  /** The wallet's answer. */
  answer: () => Promise<string> = async () => `0x${'cd'.repeat(32)}`
  #tell: ((status: SubmissionStatus) => void)[] = []

  override readonly adapter: ChainAdapter = {
    ...Object.getOwnPropertyDescriptor(this, 'adapter')!.value,
    write: async ({ address, functionName, args }) => {
      this.written.push([address, functionName, ...(args ?? [])])
      return { id: await this.answer(), kind: 'transaction' }
    },
    send: {
      submit: () => Promise.reject(new Error('not here')),
      watch: () => this.#watch(),
    },
  }
  async *#watch(): AsyncGenerator<SubmissionStatus> {
    yield { status: 'pending' }
    yield await new Promise<SubmissionStatus>((resolve) => this.#tell.push(resolve))
  }
  /** The end of all transactions. */
  tell(status: SubmissionStatus): void {
    for (const each of this.#tell.splice(0)) each(status)
  }
}
