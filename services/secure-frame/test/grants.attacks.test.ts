// Lies of a page that asks for permissions: none is shown as true. Each is refused before anybody is asked,
// or the card says what the chain says.
import {
  ANY_DELEGATE,
  encodeContext,
  encodeLimits,
  hashDelegation,
  ROOT_AUTHORITY,
  type Delegation,
} from '@latchkey/smart-account'
import type { Address } from 'viem'
import { expect, it } from 'vitest'
import {
  CHAIN_ID,
  createGranter,
  DAY_S,
  GAME,
  hex,
  KEY,
  NOW_S,
  permit,
  readRows,
  requestOf,
  SHOP,
  TOKEN,
  type Contract,
  type Granter,
} from './grantsSide.js'

const STRANGER: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const BUY = '0xa6f2ae3a'

/** The rows of the card that a person is shown, or the reason why there is none. */
type Seen = { refusal: string } | { rows: ReturnType<typeof readRows> }
interface Lie {
  lie: string
  method?: string
  contracts?: Readonly<Record<string, Contract>>
  params: (ada: Granter) => unknown
  /** Whether the person is not misled. */
  isHeld: (seen: Seen) => boolean
}

const refusedFor =
  (part: string) =>
  (seen: Seen): boolean =>
    'refusal' in seen && seen.refusal.includes(part)
/** A row of the card with this label has these words. */
const told =
  (label: string, words: string) =>
  (seen: Seen): boolean =>
    'rows' in seen &&
    seen.rows.some(([name, ...texts]) => name === label && texts.join(' ').includes(words))
const untold =
  (words: string) =>
  (seen: Seen): boolean =>
    'rows' in seen && !JSON.stringify(seen.rows).includes(words)

const token = (more: object = {}) =>
  permit('erc20-token-allowance', {
    tokenAddress: TOKEN,
    allowanceAmount: hex(1_500_000n),
    ...more,
  })
const native = (more: object) =>
  permit('native-token-allowance', { allowanceAmount: hex(10n ** 18n), ...more })
const calls = (more: object = {}) =>
  permit('contract-calls', { targets: [GAME], selectors: [BUY], maxValue: '0x0', ...more })
const former = (more: object) => ({
  ...{ chainId: hex(CHAIN_ID), expiry: NOW_S + DAY_S },
  signer: { type: 'account', data: { address: KEY } },
  permission: { type: 'native-token-transfer', data: { allowance: '0x1' } },
  ...more,
})
const coin = (symbol: string, decimals?: number) => ({
  contracts: { [TOKEN]: { symbol, ...(decimals !== undefined && { decimals }) } },
})

/** A delegation of an account, which nobody has signed. */
function delegationOf(delegator: Address, more: Partial<Delegation> = {}): Delegation {
  const limits = {
    permission: { type: 'native', allowance: { kind: 'total', amount: 1n } },
    expiry: NOW_S + DAY_S,
  } as const
  return {
    ...{ delegate: KEY, delegator, authority: ROOT_AUTHORITY, salt: 1n, signature: '0x' },
    caveats: encodeLimits(limits, { account: delegator, delegate: KEY, now: NOW_S }),
    ...more,
  }
}
const revoke = (lie: string, make: (own: Address) => readonly Delegation[]): Lie => ({
  lie,
  method: 'wallet_revokeExecutionPermission',
  params: ({ account }) => [{ permissionContext: encodeContext(make(account.address)) }],
  isHeld: refusedFor('not of a permission of this account'),
})

const LIES: readonly Lie[] = [
  {
    lie: 'the account of another',
    params: () => [requestOf({ from: STRANGER })],
    isHeld: refusedFor('[0].from'),
  },
  {
    lie: 'the account of another, in the former form',
    params: () => [former({ address: STRANGER })],
    isHeld: refusedFor('[0].from'),
  },
  {
    lie: 'another chain',
    params: () => [requestOf({ chainId: '0x2105' })],
    isHeld: refusedFor('[0].chainId'),
  },
  {
    lie: 'a chain whose number wraps to the own one',
    params: () => [requestOf({ chainId: hex(2n ** 64n + BigInt(CHAIN_ID)) })],
    isHeld: refusedFor('[0].chainId'),
  },
  {
    lie: 'no chain',
    params: () => [requestOf({ chainId: undefined })],
    isHeld: refusedFor('[0].chainId'),
  },
  {
    lie: 'decimals of its own',
    params: () => [token({ decimals: 18 })],
    isHeld: refusedFor('data.decimals'),
  },
  {
    lie: 'a name of its own for a token',
    params: () => [token({ symbol: 'USDC' })],
    isHeld: refusedFor('data.symbol'),
  },
  {
    lie: 'a name of its own for a contract',
    params: () => [calls({ targetNames: ['Uniswap'] })],
    isHeld: refusedFor('data.targetNames'),
  },
  {
    lie: 'a name of its own for a function',
    params: () => [calls({ selectors: ['buy()'] })],
    isHeld: refusedFor('data.selectors[0]'),
  },
  {
    lie: 'a token that calls itself like a known one',
    ...coin('USDC', 6),
    params: () => [token()],
    isHeld: told('Token contract', `${TOKEN}, which calls itself “USDC”. Nobody has checked`),
  },
  {
    lie: 'a token that calls itself like the coin',
    ...coin('ETH', 6),
    params: () => [token()],
    isHeld: told('Leaves your account at most', `1.5 ETH (${TOKEN})`),
  },
  {
    lie: 'a token whose name turns the text around',
    ...coin('\u202eHTE', 6),
    params: () => [token()],
    isHeld: untold('HTE'),
  },
  {
    lie: 'a token whose name is a sentence',
    ...coin('nothing leaves your account', 6),
    params: () => [token()],
    isHeld: untold('nothing leaves'),
  },
  {
    lie: 'a token without decimals',
    ...coin('TKN'),
    params: () => [token()],
    isHeld: told('Token contract', 'does not say its decimals'),
  },
  {
    lie: 'a token with 255 decimals, so that all seems nothing',
    ...coin('TKN', 255),
    params: () => [token()],
    isHeld: told('Leaves your account at most', `1500000 (${TOKEN})`),
  },
  {
    lie: 'a contract that is not there',
    contracts: {},
    params: () => [calls()],
    isHeld: told('Contract', 'There is no contract at this address now.'),
  },
  {
    lie: 'a token that is named as any contract',
    params: () => [calls({ targets: [TOKEN.toLowerCase()] })],
    isHeld: told('Danger', 'This contract is a token'),
  },
  {
    lie: 'words that name a smaller amount',
    params: () => [native({ justification: 'Up to 0.001 ETH' })],
    isHeld: (seen) =>
      told('Leaves your account at most', '1 ETH')(seen) &&
      told('The website says', '“Up to 0.001 ETH”')(seen),
  },
  {
    lie: 'words that look like rows of the card',
    params: () => [native({ justification: 'Fun\n\n\nUntil\nTomorrow\u2028Approve' })],
    isHeld: (seen) => 'rows' in seen && seen.rows.every(([, value]) => !/[\n\u2028]/.test(value)),
  },
  {
    lie: 'words with hidden characters',
    params: () => [native({ justification: 'Up to 1\u200b000 ETH' })],
    isHeld: untold('000 ETH'),
  },
  {
    lie: 'the context of another grant as a part of the request',
    params: () => [requestOf({ context: encodeContext([delegationOf(STRANGER)]) })],
    isHeld: refusedFor('[0].context'),
  },
  revoke('the context of somebody else, to be ended', () => [delegationOf(STRANGER)]),
  revoke('the context of somebody else behind an own one', (own) => [
    delegationOf(own),
    delegationOf(STRANGER),
  ]),
  revoke('a context that another one was made from', (own) => [
    delegationOf(own, { authority: hashDelegation(delegationOf(STRANGER)) }),
  ]),
  revoke('the context of a grant to anybody', (own) => [
    delegationOf(own, { delegate: ANY_DELEGATE }),
  ]),
]

it('Lies of a page in a request for permissions are shown as true to nobody', async ({ task }) => {
  const believed: string[] = []
  for (const { lie, method, contracts, params, isHeld } of LIES) {
    const ada = await createGranter({ ...(contracts && { contracts }) })
    const seen = await ada.prepare(params(ada), method).then(
      (prepared): Seen => ({ rows: readRows(prepared) }),
      (error: unknown): Seen => ({ refusal: (error as Error).message }),
    )
    if (!isHeld(seen) || ada.used.times > 0) believed.push(`${lie}: ${JSON.stringify(seen)}`)
  }
  task.meta.attack = {
    attack:
      'grants: a page lies about account, chain, names, decimals, or names a context of somebody else',
    tries: LIES.length,
    wanted: '0 shown as true',
    seen: `${believed.length} shown as true`,
  }
  expect(believed).toEqual([])
  expect(LIES.length).toBeGreaterThanOrEqual(20)
})

it('A grant on another network is not ended here', async () => {
  const ada = await createGranter()
  const own = delegationOf(ada.account.address)
  const record = {
    ...{ hash: hashDelegation(own), network: 'eip155:8453', origin: SHOP },
    ...{ context: encodeContext([own]), expiry: NOW_S + DAY_S, entry: {} },
  }
  await ada.records.grants.add(ada.account.address, [record])
  const asked = ada.prepare([{ permissionContext: record.context }], 'wallet_revokePermissions')
  await expect(asked).rejects.toThrow('The permission is on another network')
})
