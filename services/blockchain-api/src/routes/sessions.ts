import { type Route, badInput, isNestedDeeper, refusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { type Hex } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, sessionsAnswer, successAnswer, textOf } from '../schemas.js'
import { type SessionRow } from '../store/store.js'
import { encodeContext } from '@latchkey/smart-account'
import {
  createFindEnded,
  type Factory,
  type FindEnded,
  isSigned,
  publicContext,
  publicPermission,
  readGrant,
  storedDelegation,
} from '../sessions/delegations.js'
import {
  createFindHashSigner,
  type FindHashSigner,
  sessionGrantMessage,
  sessionRevokeMessage,
  type VerifySignature,
} from '../signatures.js'

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
const BYTES = (most: number) =>
  v.pipe(
    textOf(most),
    v.regex(/^0x(?:[\da-f]{2})*$/i, 'This must be 0x and hex digits.'),
    v.transform((text) => text as Hex),
  )
/** Characters of a permission context: one delegation with limits has less than half of it. */
const CONTEXT_LENGTH = 16_000
const FACTORY = v.object({
  factory: v.pipe(
    BYTES(42),
    v.regex(/^0x[\da-f]{40}$/i, 'This must be an address.'),
    v.transform((text) => text as Hex),
  ),
  factoryData: BYTES(8_000),
})
const GRANT = v.object({
  context: v.optional(
    v.pipe(
      BYTES(CONTEXT_LENGTH),
      v.description(
        'The permission context of a delegation (ERC-7710), which its account has signed. It stands alone: ' +
          'the pci is its hash, and permissions and expiry are those of its conditions.',
      ),
    ),
  ),
  dependencies: v.optional(
    v.pipe(
      v.array(FACTORY),
      v.maxLength(1, 'This must name one factory at most.'),
      v.description('Makes the account of a context that is not there yet (ERC-7715).'),
    ),
  ),
  pci: v.optional(PCI),
  permissions: v.optional(v.unknown()),
  expiry: v.optional(
    v.pipe(
      v.number('This must be a number.'),
      v.safeInteger('This must be whole seconds.'),
      v.description('Seconds since 1970.'),
    ),
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
  signature: v.optional(SIGNATURE),
})
type GrantBody = v.InferOutput<typeof GRANT>

/**
 * @param domain host of the service as pages reach it, which a grant is signed for
 * @param verify checks EIP-191 signatures, also of contracts (ERC-1271)
 */
export const sessionRoutes = (
  context: ApiContext,
  domain: () => string,
  verify: VerifySignature,
): Route[] => {
  const findEnded = createFindEnded()
  return [
    listRoute(context, findEnded),
    grantRoute(context, { domain, verify, findSigner: createFindHashSigner(), findEnded }),
    revokeRoute(context, domain, verify),
  ]
}

const listRoute = (context: ApiContext, findEnded: FindEnded): Route =>
  route({
    method: 'get',
    path: '/v1/sessions/:address',
    summary: 'The sessions that an account granted and that are neither revoked nor over.',
    params: PARAMS,
    answer: sessionsAnswer,
    async handle({ params }) {
      const { id, chain } = readSigner(context, params.address)
      const stored = await context.store.sessions.ofAddress(id, context.now())
      const rows = stored.map((row) => ({
        ...row,
        delegation: storedDelegation(row.pci, row.signature),
      }))
      const delegations = rows.flatMap(({ delegation }) => (delegation ? [delegation] : []))
      const ended = await findEnded(chain, delegations)
      // An account ends a delegation on the chain, and needs no signature for this service then.
      for (const pci of ended) await context.store.sessions.revoke(id, pci, context.now())
      return {
        sessions: rows
          .filter(({ pci }) => !ended.has(pci))
          .map(({ pci, permissions, expiry, issuedAt, createdAt, delegation }) => ({
            pci,
            permissions,
            expiry,
            ...(issuedAt !== UNDATED && { issuedAt }),
            createdAt,
            ...(delegation && { delegation: publicContext(delegation) }),
          })),
      }
    },
  })

/** The checks of a grant. */
interface GrantChecks {
  domain(): string
  verify: VerifySignature
  findSigner: FindHashSigner
  findEnded: FindEnded
}

const grantRoute = (context: ApiContext, checks: GrantChecks): Route =>
  route({
    method: 'post',
    path: '/v1/sessions/:address',
    summary:
      'Stores a session: a signed permission context, or a grant whose text, that of sessionGrantMessage, ' +
      'the account signs (EIP-191).',
    params: PARAMS,
    body: GRANT,
    answer: successAnswer,
    failures: [503],
    async handle({ params, body }) {
      const account = readSigner(context, params.address)
      const now = context.now()
      const row =
        body.context === undefined
          ? await checkSignedGrant(account, body, checks, now)
          : await checkContext(account, body.context, body.dependencies?.[0], checks, now)
      const result = await context.store.sessions.put(row, { limit: MAX_SESSIONS, now })
      if (result !== 'stored') throw badInput(...NOT_STORED[result])
      return { status: 'SUCCESS' as const }
    },
  })

/** A grant that the account has signed as a text. @throws Refusal 400, 503 */
const checkSignedGrant = async (
  account: Account,
  body: GrantBody,
  { domain, verify }: GrantChecks,
  now: number,
): Promise<SessionRow> => {
  const { issuedAt = UNDATED } = body
  const [pci, expiry, signature] = [
    required('pci', body.pci),
    required('expiry', body.expiry),
    required('signature', body.signature),
  ]
  const permissions = checkPermissions(body.permissions)
  if (expiry * 1000 <= now)
    throw badInput('expiry', 'This must lie in the future, in seconds since 1970.')
  if (body.issuedAt !== undefined) checkIssued(body.issuedAt, now)
  const place = { domain: domain(), account: account.id, pci }
  const text = sessionGrantMessage({ ...place, expiry, issuedAt: body.issuedAt, permissions })
  await requireSignature(verify, account, [text], signature)
  return { address: account.id, pci, permissions, expiry, signature, issuedAt, createdAt: now }
}

/** A grant that is a delegation, signed by itself. @throws Refusal 400, 503 */
const checkContext = async (
  account: Account,
  context: Hex,
  factory: Factory | undefined,
  { findSigner, findEnded }: GrantChecks,
  now: number,
): Promise<SessionRow> => {
  const { delegation, pci, limits } = readGrant(context, account, now)
  if (!(await isSigned(findSigner, account, delegation, factory)))
    throw badInput('context', 'Its delegation is not signed by the account.')
  if ((await findEnded(account.chain, [delegation])).has(pci))
    throw badInput('context', 'The account has ended this delegation.')
  return {
    address: account.id,
    pci,
    permissions: publicPermission(limits.permission),
    expiry: limits.expiry,
    signature: encodeContext([delegation]),
    issuedAt: UNDATED,
    createdAt: now,
  }
}

/** @throws Refusal 400 where it is missing */
const required = <Value>(name: string, value: Value | undefined): Value => {
  if (value === undefined) throw badInput(name, 'This is missing.')
  return value
}

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
