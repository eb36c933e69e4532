import { type Route, badInput, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, CHAIN_ID, CURSOR, approvalsAnswer, textOf } from '../schemas.js'
import { type ApprovalItem } from '../sources/source.js'
import { settle } from './balance.js'
import { readPart } from './pages.js'

type Approval = v.InferOutput<typeof approvalsAnswer>['data'][number]

/**
 * The largest uint96, which some tokens (UNI, COMP) take as "everything": an allowance of it or more
 * has no limit. The preview of `@latchkey/evm` has the same bound.
 */
const UNLIMITED = 2n ** 96n - 1n
/** Uniswap's Permit2 has this address on every chain: behind it others have rights of their own. */
const SPENDERS: Readonly<Record<string, string>> = {
  '0x000000000022D473030F116dDEE9F6B43aC78BA3': 'Permit2',
}

export const approvalRoutes = (context: ApiContext): Route[] => [
  route({
    method: 'get',
    path: '/v1/account/:address/approvals',
    summary:
      'Who may take which tokens of an account, as the chain says now; ended rights are left out.',
    params: v.object({ address: ACCOUNT }),
    query: v.object({
      cursor: v.optional(CURSOR),
      chainId: v.optional(CHAIN_ID),
      forceUpdate: v.optional(
        v.pipe(
          textOf(200),
          v.description('The hash of a transaction whose block is waited for, up to 4 s.'),
        ),
      ),
    }),
    answer: approvalsAnswer,
    failures: [503],
    async handle({ params, query: { chainId, cursor, forceUpdate } }) {
      const accounts = readAccounts(context.chains, 'address', params.address, chainId)
      const asked = accounts.filter(({ chain }) => context.pool.has('approvals', chain.id))
      const [first] = asked
      if (!first)
        throw badInput(
          'chainId',
          'No source here has the approvals of this chain. Ask for another one.',
        )
      const isSettled =
        forceUpdate === undefined || (await settle(context, first, forceUpdate)) !== undefined
      const { data, next, isPartial } = await readPart(
        context,
        'approvals',
        asked,
        cursor,
        toApproval,
      )
      return {
        data,
        next,
        complete: !isPartial,
        ...(forceUpdate !== undefined && { settled: isSettled }),
      }
    },
  }),
]

const toApproval = (
  { kind, token, spender, tokenId, amount, info }: ApprovalItem,
  { id, chain }: Account,
): Approval => ({
  chainId: chain.id,
  kind,
  owner: id,
  token: `${chain.id}:${token}`,
  spender: `${chain.id}:${spender}`,
  spenderName: SPENDERS[spender] ?? '',
  name: info?.name ?? '',
  symbol: info?.symbol ?? '',
  ...(tokenId !== undefined && { tokenId }),
  ...(amount !== undefined && {
    quantity: {
      decimals: info?.decimals ?? null,
      numeric: formatUnits(BigInt(amount), info?.decimals ?? 0),
    },
  }),
  isUnlimited: kind === 'all' || (amount !== undefined && BigInt(amount) >= UNLIMITED),
  flags: { is_spam: info?.spam ?? false },
})
