import { type Log } from '@latchkey/service-kit'
import * as v from 'valibot'
import { type Account } from '../../accounts.js'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { createQueue } from '../../queue.js'
import { approvalTopics, type Candidate, keyOf, logsSchema, toCandidate } from './approvalLogs.js'
import { type Node } from './calls.js'
import { QUANTITY, type Turn } from './nodes.js'

/** The rights that an account ever gave, as far as its logs are read. */
export interface Found {
  candidates: ReadonlyMap<string, Candidate>
  /** False: older logs are still being read, or there are more of them than are kept. */
  isWhole: boolean
}

export interface ApprovalScans {
  /**
   * Reads the newest logs, and waits a while for the old ones, which are read on without anybody.
   * @throws the failure of the nodes, where not even the newest logs could be read
   */
  find(account: Account, turn: Turn): Promise<Found>
  /** The findings of the last reading, for the further pages of its list. */
  known(account: Account): Found | undefined
}

/** Logs of blocks nearer to the head than this are read anew each time. */
const NEAR_HEAD = 64
/** Nodes that refuse so few blocks are asked again later. */
const SMALLEST_WINDOW = 500
/** One window of old logs may take so long. */
const WINDOW_MS = 10_000
/** Old logs of so many accounts are read at once, and so many wait. */
const OLD_LOGS = { running: 4, waiting: 200 }
/** Of one account. */
const MAX_CANDIDATES = 10_000
/** Of one token: a contract may tell of as many approvals as it likes. */
const MAX_OF_TOKEN = 200
/** Of all accounts together, in memory. */
const MAX_KEPT = 200_000

const HEADER = v.object({ hash: v.string() })
const quantity = (number: number): string => `0x${number.toString(16)}`

/** The reading of one account's logs. */
interface Scan {
  candidates: Map<string, Candidate>
  ofToken: Map<string, number>
  isFull: boolean
  /**
   * The logs up to this block are read. It is compared by its hash: where a reorganisation replaced it,
   * everything is read anew.
   */
  top?: { number: number; hash: string }
  /** The logs from this block on are read. */
  bottom: number
  /** Reading of the old logs, while it goes on. */
  old?: Promise<void>
}

const addLogs = (scan: Scan, logs: v.InferOutput<typeof logsSchema>): void => {
  for (const log of logs) {
    const candidate = toCandidate(log)
    if (!candidate || scan.candidates.has(keyOf(candidate))) continue
    const count = (scan.ofToken.get(candidate.token) ?? 0) + 1
    if (scan.candidates.size >= MAX_CANDIDATES || count > MAX_OF_TOKEN) {
      scan.isFull = true
      continue
    }
    scan.ofToken.set(candidate.token, count)
    scan.candidates.set(keyOf(candidate), candidate)
  }
}

/** @param from the first block whose logs are read */
// eslint-disable-next-line max-lines-per-function -- readings forwards and backwards of the same scans
export function createApprovalScans(
  nodeOf: (chain: Account['chain']) => Node,
  from: number,
  log: Log,
): ApprovalScans {
  const scans = createBoundedCache<Scan>(MAX_KEPT)
  const queue = createQueue(OLD_LOGS)
  const keep = (account: Account, scan: Scan): void =>
    scans.set(account.id, scan, scan.candidates.size + 1)
  const toFound = (scan: Scan): Found => ({
    candidates: scan.candidates,
    isWhole: scan.bottom <= from && !scan.isFull,
  })

  const readLogs = (account: Account, first: number, last: number | 'latest', turn: Turn) =>
    nodeOf(account.chain).ask(
      'eth_getLogs',
      [
        {
          fromBlock: quantity(first),
          toBlock: last === 'latest' ? last : quantity(last),
          topics: approvalTopics(account.address),
        },
      ],
      turn,
      logsSchema,
    )

  /** The logs since the last reading, and those near the head once more. */
  const readNew = async (account: Account, scan: Scan, turn: Turn): Promise<void> => {
    const node = nodeOf(account.chain)
    const headerOf = async (number: number) =>
      (await node.ask('eth_getBlockByNumber', [quantity(number), false], turn, v.nullable(HEADER)))
        ?.hash
    const head = Number(await node.ask('eth_blockNumber', [], turn, QUANTITY))
    const { top } = scan
    // A deep reorganisation. The candidates stay: each is checked on the chain before it is told.
    const isReplaced =
      top !== undefined && top.number <= head && (await headerOf(top.number)) !== top.hash
    const number = Math.min(head, Math.max(from, head - NEAR_HEAD))
    const first = top && !isReplaced ? Math.min(top.number + 1, number) : number
    // Before the logs: if that block is replaced meanwhile, the next reading sees it.
    const hash = await headerOf(number)
    if (hash === undefined) throw new Error('the node does not have a block below its head')
    addLogs(scan, await readLogs(account, first, 'latest', turn))
    if (!top || isReplaced || top.number < number) scan.top = { number, hash }
    scan.bottom = isReplaced ? first : Math.min(scan.bottom, first)
  }

  /** Goes down to the first block, in windows as large as the node likes. */
  const readOld = async (account: Account, scan: Scan): Promise<void> => {
    let size = Infinity
    while (scan.bottom > from && scan.candidates.size < MAX_CANDIDATES) {
      const { bottom } = scan
      const first = Math.max(from, bottom - size)
      const turn = { signal: AbortSignal.timeout(WINDOW_MS), until: Date.now() + WINDOW_MS }
      try {
        addLogs(scan, await readLogs(account, first, bottom - 1, turn))
        // A reorganisation that was seen meanwhile begins everything anew.
        if (scan.bottom === bottom) scan.bottom = first
        size *= 2
      } catch (error) {
        size = Math.floor(Math.min(size, bottom - from) / 2)
        if (size < SMALLEST_WINDOW) throw error
      }
    }
  }

  const startOld = (account: Account, scan: Scan): Promise<void> => {
    scan.old ??= queue
      .run(() => readOld(account, scan))
      .catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown'
        log('warn', 'approvals.unread', { chain: account.chain.id, error: name })
      })
      .finally(() => {
        delete scan.old
        keep(account, scan)
      })
    return scan.old
  }

  return {
    async find(account, turn) {
      const scan = scans.get(account.id) ?? {
        candidates: new Map(),
        ofToken: new Map(),
        isFull: false,
        bottom: Infinity,
      }
      keep(account, scan)
      await readNew(account, scan, turn)
      if (scan.bottom > from && !scan.isFull) await within(turn, startOld(account, scan))
      keep(account, scan)
      return toFound(scan)
    },
    known: (account) => {
      const scan = scans.get(account.id)
      return scan && toFound(scan)
    },
  }
}

/** Waits for half of the time that is left: the other half is for checking what was found. */
const within = async ({ until }: Turn, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, Math.max(0, until - Date.now()) / 2)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
