import { type Route, badInput, isNestedDeeper, refusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { type Hex } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, sessionsAnswer, successAnswer, textOf } from '../schemas.js'
import { sessionGrantMessage, sessionRevokeMessage, type VerifySignature } from '../signatures.js'

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
/** A grant is sent within a day, so that an old one is of no use to whoever finds it. */
const GRANT_FRESH_MS = 24 * 60 * 60 * 1000
/** Clocks differ. */
const CLOCK_MS = 5 * 60 * 1000
/** Time of a grant that says none: older than all others, so that it replaces nothing. */
const UNDATED = 0
/** A session that is over is kept until no grant that is older than its end is accepted. */
export const SESSION_KEPT_MS = GRANT_FRESH_MS + 2 * CLOCK_MS
const PARAMS = v.object({ address: ACCOUNT })

/**
 * @param domain host of the service as pages reach it, which a grant is signed for
 * @param verify checks EIP-191 signatures, also of contracts (ERC-1271)
 */
export const sessionRoutes = (
  context: ApiContext,
  domain: () => string,
  verify: VerifySignature,
): Route[] => [
  listRoute(context),
  grantRoute(context, domain, verify),
  revokeRoute(context, domain, verify),
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
      const rows = await context.store.sessions.ofAddress(id, context.now())
      return {
        sessions: rows.map(({ pci, permissions, expiry, issuedAt, createdAt }) => ({
          pci,
          permissions,
          expiry,
          ...(issuedAt !== UNDATED && { issuedAt }),
          createdAt,
        })),
      }
    },
  })

const grantRoute = (context: ApiContext, domain: () => string, verify: VerifySignature): Route =>
  route({
    method: 'post',
    path: '/v1/sessions/:address',
    summary:
      'Stores a session. The account signs (EIP-191) the text of sessionGrantMessage, which names all of it.',
    params: PARAMS,
    body: v.object({
      pci: PCI,
      permissions: v.unknown(),
      expiry: v.pipe(
        v.number('This must be a number.'),
        v.safeInteger('This must be whole seconds.'),
        v.description('Seconds since 1970.'),
      ),
      issuedAt: v.optional(
        v.pipe(
          v.number('This must be a number.'),
          v.safeInteger('This must be whole milliseconds.'),
          v.description(
            'When it was signed, in milliseconds since 1970: within the last day. Absent: the pci must be new.',
          ),
        ),
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
      if (body.issuedAt !== undefined) checkIssued(body.issuedAt, context.now())
      const place = { domain: domain(), account: account.id, pci: body.pci }
      const text = sessionGrantMessage({ ...body, ...place, permissions })
      await requireSignature(verify, account, [text], body.signature)
      const { pci, expiry, signature, issuedAt = UNDATED } = body
      const now = context.now()
      const result = await context.store.sessions.put(
        { address: account.id, pci, permissions, expiry, signature, issuedAt, createdAt: now },
        { limit: MAX_SESSIONS, now },
      )
      if (result !== 'stored') throw badInput(...NOT_STORED[result])
      return { status: 'SUCCESS' as const }
    },
  })

const revokeRoute = (context: ApiContext, domain: () => string, verify: VerifySignature): Route =>
  route({
    method: 'post',
    path: '/v1/sessions/:address/revoke',
    summary:
      'Revokes a session. The account signs (EIP-191) the text of sessionRevokeMessage, or the pci alone.',
    params: PARAMS,
    body: v.object({ pci: PCI, signature: SIGNATURE }),
    answer: successAnswer,
    failures: [404, 503],
    async handle({ params, body }) {
      const account = readSigner(context, params.address)
      const place = { domain: domain(), account: account.id, pci: body.pci }
      // To revoke is the safe direction: played back, a signature over the pci alone grants nothing.
      const texts = [sessionRevokeMessage(place), body.pci]
      await requireSignature(verify, account, texts, body.signature)
      if (!(await context.store.sessions.revoke(account.id, body.pci, context.now())))
        throw refusal(404, 'pci', 'This account has no session of that pci.')
      return { status: 'SUCCESS' as const }
    },
  })

const NOT_STORED: Readonly<Record<'revoked' | 'older' | 'full', [field: string, text: string]>> = {
  revoked: ['pci', 'This session was revoked. Grant a new one with a new pci.'],
  older: ['issuedAt', 'A grant of this session is stored already. Sign one with a later issuedAt.'],
  full: ['pci', `An account may have ${MAX_SESSIONS} sessions. Revoke one first.`],
}

const checkIssued = (issuedAt: number, now: number): void => {
  if (issuedAt > now + CLOCK_MS || issuedAt < now - GRANT_FRESH_MS)
    throw badInput('issuedAt', 'This must lie in the last 24 hours. Sign a new grant.')
}

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
  texts: readonly string[],
  signature: string,
): Promise<void> => {
  if (!(await verify(account, texts, signature as Hex)))
    throw badInput('signature', 'This is not a signature of the message by the account.')
}
