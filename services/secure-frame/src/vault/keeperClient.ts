import { randomBytes } from 'node:crypto'
import { type Log, type PartHealth, createPart, inTime } from '@latchkey/service-kit'
import { type RefusalStatus, failedSchema, isRefusal, refusal } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { REASONS } from '../contract/index.js'
import { SecureFrameError } from '../errors.js'
import {
  type KeptShare,
  MAX_AT_ONCE,
  type ReleaseStatement,
  SIGNED_HEADER,
  answerClaims,
  dropShares,
  keepShares,
  noteAddress,
  readState,
  releaseShare,
} from '../keeper/contract.js'
import { createSign, createVerify } from '../keeper/signed.js'
import { type KeeperAccess } from '../options.js'
import { hashOf } from '../secrets.js'
import { type Markers } from './markers.js'

/** The service's side of a keeper. Each call throws a refusal with 503 where the keeper is away. */
export interface KeeperClient {
  /** @returns the name of the keeper's database */
  keep(shares: readonly KeptShare[]): Promise<string>
  /** @throws a refusal that the person is told, such as that there were too many */
  release(statement: ReleaseStatement): Promise<string>
  drop(wallet: string, sets?: readonly string[]): Promise<void>
  noteAddress(wallet: string, address: string): Promise<void>
  /** How many shares the keeper has. */
  count(): Promise<number>
  health(): PartHealth
  close(): Promise<void>
}

interface Options extends KeeperAccess {
  log: Log
  now?: () => number
  /** The database that has the shares of before, and how many it must have. */
  markers: Pick<Markers, 'database' | 'count'>
  /** The keeper answers again. */
  onBack?: () => void
}

/** A request waits no longer for the keeper. */
const WAIT_MS = 2_000
const LOOK_MS = 2_000

/** Sentences about a keeper that answers and is wrong, for the one who runs the service. */
const WRONG = {
  'keeper.signature':
    'KEEPER_URL leads to something that does not sign by KEEPER_KEY. Set both to those of one keeper.',
  'keeper.refused':
    'The keeper refuses this service. Give it the public half of SERVICE_KEY, and this one its KEEPER_KEY.',
  'keeper.clock':
    'The clocks of this machine and of the keeper differ by more than a minute. Set them by NTP.',
  'keeper.database':
    'The keeper has another database than the one that has the shares. Start it with that one, or restore ' +
    'it. Where it is lost for good, "forget-keeper" lets persons choose another recovery.',
  'keeper.certificate':
    'The certificate of the keeper is not taken. NODE_EXTRA_CA_CERTS names the file that the keeper has as ' +
    'TLS_CERT; it must be for the host of KEEPER_URL and not be over. Start this service again after that.',
  'keeper.failed': 'The keeper answers, and not as it should. See its log.',
} as const
type Wrong = keyof typeof WRONG
/** Settings that belong to another keeper. All else may pass. */
const ENDS_START: readonly Wrong[] = ['keeper.signature', 'keeper.refused', 'keeper.database']

const wrong = (code: Wrong): Error & { code: Wrong } =>
  Object.assign(new Error(WRONG[code]), { code })
const wrongOf = (error: unknown): Wrong | undefined =>
  error instanceof Error && 'code' in error && Object.hasOwn(WRONG, String(error.code))
    ? (error.code as Wrong)
    : undefined

/** Codes of Node.js and OpenSSL, and the sort of those that have no word in common. */
const TLS =
  /CERT|^ERR_(?:TLS|SSL)_|^UNABLE_TO_(?:GET|VERIFY)_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/

/** The code of an error of TLS, which `fetch` hides in its own. */
const tlsCodeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return TLS.test(code) ? code : tlsCodeOf(error.cause)
}

/** The mistake of settings or of the keeper behind an error, where there is one: else the keeper is away. */
const mistakeOf = (error: unknown): { code: Wrong; cause?: string } | undefined => {
  const code = wrongOf(error)
  if (code !== undefined) return { code }
  const cause = tlsCodeOf(error)
  return cause === undefined ? undefined : { code: 'keeper.certificate', cause }
}

/** The sentence about the mistake behind a refusal of {@link KeeperClient}. */
export const mistakeBehind = (refused: unknown): string | undefined => {
  const mistake = refused instanceof Error ? mistakeOf(refused.cause) : undefined
  return mistake && WRONG[mistake.code]
}

const keeperAway = () =>
  refusal(503, REASONS.keeper, 'Wallets cannot be made or recovered right now. Try again.', {
    'Retry-After': '2',
  })

/** Refusals that the person is told as they are. */
const TOLD: readonly string[] = [
  REASONS.tooMany,
  REASONS.changed,
  REASONS.fresh,
  REASONS.sealed,
  REASONS.missing,
  REASONS.proof,
  // A proof that was almost late here is late there. The page makes another one.
  REASONS.proofTime,
]

const SENTENCE =
  'The keeper does not answer as it should. Devices with a share go on; new wallets and recoveries get 503.'

const createKeeperPart = (log: Log) =>
  createPart({
    ...{ name: 'keeper', sentence: SENTENCE },
    // A mistake has a line of its own.
    log: (level, event, fields) => {
      if (!Object.hasOwn(WRONG, String(fields?.code))) log(level, event, fields)
    },
  })

/**
 * Asks a keeper by signed requests, and looks every two seconds whether it is there.
 * @throws SecureFrameError `secure-frame.keeper_refused` where it is there at the start and is not the one
 */
export async function openKeeper(options: Options): Promise<KeeperClient> {
  const { log, onBack } = options
  const part = createKeeperPart(log)
  const send = createSend(options)
  let last: Wrong | undefined
  const works = (): void => {
    const wasAway = part.health().state === 'away'
    const wasThere = last === 'keeper.failed'
    last = undefined
    part.works()
    // One that failed at a request was there: what it failed at would be asked of it again at once.
    if (wasAway && !wasThere) onBack?.()
  }
  const ask: Send = async (route, body) => {
    try {
      const answer = await send(route, body)
      works()
      return answer
    } catch (error) {
      // The keeper itself has said no.
      if (isRefusal(error)) {
        works()
        throw error
      }
      const mistake = mistakeOf(error)
      part.fails(mistake ? Object.assign(new Error(), mistake) : error)
      if (mistake && mistake.code !== last) {
        const { code, ...cause } = mistake
        log('error', code, { message: WRONG[code], ...cause })
      }
      last = mistake?.code
      throw Object.assign(keeperAway(), { cause: error })
    }
  }
  const readCount = async () => (await ask(readState, {})).answer.shares
  const compare = createCompare(options, readCount)
  const look = async (): Promise<number> => {
    const count = await readCount()
    // While the database of the markers is away, nothing is compared.
    await compare(count).catch(() => undefined)
    return count
  }
  await look().catch((error: unknown) => {
    const code = wrongOf((error as Error).cause)
    if (code !== undefined && ENDS_START.includes(code))
      throw new SecureFrameError('secure-frame.keeper_refused', WRONG[code])
  })
  const looking = repeat(() => look().catch(() => undefined))
  return {
    keep: async (shares) => (await ask(keepShares, { shares: [...shares] })).database,
    release: async (statement) => (await ask(releaseShare, statement)).answer.share,
    async drop(wallet, sets) {
      if (!sets) await ask(dropShares, { wallet })
      for (let at = 0; at < (sets?.length ?? 0); at += MAX_AT_ONCE)
        await ask(dropShares, { wallet, sets: sets!.slice(at, at + MAX_AT_ONCE) })
    },
    noteAddress: async (wallet, address) => void (await ask(noteAddress, { wallet, address })),
    count: look,
    health: part.health,
    close: looking.end,
  }
}

/**
 * Says once that the keeper has fewer shares than are named here, as after the restore of an older backup.
 * It counts here at the start, and where the keeper has fewer than before.
 */
const createCompare = ({ log, markers }: Options, readCount: () => Promise<number>) => {
  let last = Number.POSITIVE_INFINITY
  let isTold = false
  return async (count: number): Promise<void> => {
    if (count < last || isTold) {
      const named = await markers.count()
      // A share may have been kept between the two.
      const kept = count < named ? await readCount() : count
      const isFewer = kept < named
      if (isFewer && !isTold) log('error', 'keeper.fewer_shares', { kept, named })
      isTold = isFewer
    }
    last = count
  }
}

interface Call<Body extends v.GenericSchema, Answer extends v.GenericSchema> {
  path: string
  body: Body
  answer: Answer
}
type Send = <Body extends v.GenericSchema, Answer extends v.GenericSchema>(
  call: Call<Body, Answer>,
  body: v.InferInput<Body>,
) => Promise<{ answer: v.InferOutput<Answer>; database: string }>

/** @returns a function that throws refusals of the keeper, and errors with a code where it is not one */
function createSend({ url, keys, serviceKeys, now = Date.now, markers }: Options): Send {
  const sign = createSign('latchkey-keeper-request+jwt', serviceKeys)
  const verify = createVerify('latchkey-keeper-answer+jwt', keys, answerClaims)
  let database: string | undefined
  const post = async (path: string, text: string, signal: AbortSignal) => {
    const jti = randomBytes(32).toString('base64url')
    const iat = Math.floor(now() / 1000)
    const signed = await sign({ aud: keys[0]!.kid, path, body: hashOf(text), iat, jti })
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', [SIGNED_HEADER]: signed },
      redirect: 'error',
      signal,
    })
    const body = await response.text()
    const header = response.headers.get(SIGNED_HEADER)
    if (header === null) throw unsigned(response.status, body)
    const claims = await verify(header).catch(() => {
      throw wrong('keeper.signature')
    })
    const isOfRequest =
      claims.request === jti && claims.status === response.status && claims.body === hashOf(body)
    if (!isOfRequest) throw wrong('keeper.signature')
    return { response, body, claims }
  }
  return async ({ path, answer }, asked) => {
    const known = database ?? (await markers.database())
    const text = JSON.stringify(asked)
    const { response, body, claims } = await inTime(WAIT_MS, (signal) => post(path, text, signal))
    if (known !== undefined && claims.database !== known) throw wrong('keeper.database')
    database = claims.database
    if (!response.ok) throw toldRefusal(response, body)
    return { answer: v.parse(answer, JSON.parse(body)), database }
  }
}

const reasonOf = (body: string): string | undefined => {
  try {
    return v.parse(failedSchema, JSON.parse(body)).reasons[0]?.name
  } catch {
    return undefined
  }
}

/** A keeper signs no refusal of a request that it could not read as the service's. */
const unsigned = (status: number, body: string): Error => {
  const reason = reasonOf(body)
  if (status === 401 && reason === REASONS.proofTime) return wrong('keeper.clock')
  if (status === 401 && reason === REASONS.signature) return wrong('keeper.refused')
  return wrong(reason === undefined ? 'keeper.signature' : 'keeper.failed')
}

const toldRefusal = ({ status, headers }: Response, body: string): Error => {
  const reason = reasonOf(body)
  if (reason === undefined || !TOLD.includes(reason)) return wrong('keeper.failed')
  const wait = headers.get('retry-after')
  const { description } = v.parse(failedSchema, JSON.parse(body)).reasons[0]!
  const more = wait === null ? {} : { 'Retry-After': wait }
  return refusal(status as RefusalStatus, reason, description, more)
}

/** Looks again and again. `end` waits for the look that is under way. */
const repeat = (look: () => Promise<unknown>) => {
  let isEnding = false
  let timer: NodeJS.Timeout
  let last: Promise<unknown> = Promise.resolve()
  const next = (): void => {
    timer = setTimeout(() => {
      last = look().finally(() => {
        if (!isEnding) next()
      })
    }, LOOK_MS)
  }
  next()
  return {
    async end() {
      isEnding = true
      clearTimeout(timer)
      await last
    },
  }
}
