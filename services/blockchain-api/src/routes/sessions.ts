import { type Route, badInput, isNestedDeeper, refusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { type Hex } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, sessionsAnswer, successAnswer, textOf } from '../schemas.js'
import { sessionGrantMessage, type VerifySignature } from '../signatures.js'

const MAX_SESSIONS = 100
const MAX_DEPTH = 16
const PERMISSION_BYTES = 16 << 10
const PCI = v.pipe(
  textOf(256),
  v.regex(/^[\w:.\-/+=]{1,256}$/, 'This must be letters, digits and _ : . - / + = only.'),
  v.description('Identifier of the permission context. One that was revoked is not granted again.'),
)
const SIGNATURE = v.pipe(
  textOf(10_000),
  v.regex(/^0x(?:[\da-f]{2})+$/i, 'This must be 0x and hex digits.'),
)
const PARAMS = v.object({ address: ACCOUNT })

/** @param verify checks EIP-191 signatures, also of contracts (ERC-1271) */
export const sessionRoutes = (context: ApiContext, verify: VerifySignature): Route[] => [
  listRoute(context),
  grantRoute(context, verify),
  revokeRoute(context, verify),
]

const listRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/sessions/:address',
    summary: 'The sessions that an account granted and that are neither revoked nor over.',
    params: PARAMS,
    answer: sessionsAnswer,
    async handle({ params }) {
      const { id } = readSigner(context, params.address)
      const rows = await readLasting(context, id)
      return {
        sessions: rows.map(({ pci, permissions, expiry, createdAt }) => ({
          pci,
          permissions,
          expiry,
          createdAt,
        })),
      }
    },
  })

const grantRoute = (context: ApiContext, verify: VerifySignature): Route =>
  route({
    method: 'post',
    path: '/v1/sessions/:address',
    summary:
      'Stores a session. The account signs (EIP-191) its pci, itself, the expiry and permissions.',
    params: PARAMS,
    body: v.object({
      pci: PCI,
      permissions: v.unknown(),
      expiry: v.pipe(
        v.number('This must be a number.'),
        v.safeInteger('This must be whole seconds.'),
      ),
      signature: SIGNATURE,
    }),
    answer: successAnswer,
    failures: [503],
    async handle({ params, body }) {
      const account = readSigner(context, params.address)
      const permissions = checkPermissions(body.permissions)
      if (body.expiry * 1000 <= context.now())
        throw badInput('expiry', 'This must lie in the future, in seconds since 1970.')
      const message = sessionGrantMessage({ ...body, account: account.id, permissions })
      await requireSignature(verify, account, message, body.signature)
      const rows = await readLasting(context, account.id)
      if (rows.length >= MAX_SESSIONS && !rows.some(({ pci }) => pci === body.pci))
        throw badInput('pci', `An account may have ${MAX_SESSIONS} sessions. Revoke one first.`)
      const isStored = await context.store.sessions.put({
        address: account.id,
        pci: body.pci,
        permissions,
        expiry: body.expiry,
        signature: body.signature,
        createdAt: context.now(),
      })
      if (!isStored)
        throw badInput('pci', 'This session was revoked. Grant a new one with a new pci.')
      return { status: 'SUCCESS' as const }
    },
  })

const revokeRoute = (context: ApiContext, verify: VerifySignature): Route =>
  route({
    method: 'post',
    path: '/v1/sessions/:address/revoke',
    summary: 'Revokes a session. The account signs (EIP-191) the pci.',
    params: PARAMS,
    body: v.object({ pci: PCI, signature: SIGNATURE }),
    answer: successAnswer,
    failures: [404, 503],
    async handle({ params, body }) {
      const account = readSigner(context, params.address)
      await requireSignature(verify, account, body.pci, body.signature)
      if (!(await context.store.sessions.revoke(account.id, body.pci, context.now())))
        throw refusal(404, 'pci', 'This account has no session of that pci.')
      return { status: 'SUCCESS' as const }
    },
  })

/** Sessions that are neither revoked nor over. */
const readLasting = async ({ store, now }: ApiContext, id: string) =>
  (await store.sessions.ofAddress(id)).filter(({ expiry }) => expiry * 1000 > now())

const readSigner = ({ chains }: ApiContext, text: string): Account => {
  const [account, another] = readAccounts(chains, 'address', text)
  if (another) throw badInput('address', 'A session is of one chain: name the account as CAIP-10.')
  if (account.family !== 'eip155')
    throw badInput('address', 'Sessions are kept for eip155 accounts only.')
  return account
}

const checkPermissions = (permissions: unknown): unknown => {
  if (permissions === undefined) throw badInput('permissions', 'This is missing.')
  if (isNestedDeeper(permissions, MAX_DEPTH))
    throw badInput('permissions', `This must not be nested deeper than ${MAX_DEPTH} levels.`)
  if (Buffer.byteLength(JSON.stringify(permissions)) > PERMISSION_BYTES)
    throw badInput('permissions', `This must have at most ${PERMISSION_BYTES} bytes.`)
  return permissions
}

const requireSignature = async (
  verify: VerifySignature,
  account: Account,
  message: string,
  signature: string,
): Promise<void> => {
  if (!(await verify(account, message, signature as Hex)))
    throw badInput('signature', 'This is not a signature of the message by the account.')
}
