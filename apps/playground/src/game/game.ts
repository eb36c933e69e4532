// The part of the game that is loaded with the first wish for it: kernel, session, chain.
import type { SmartSession } from '@latchkey/feature-smart-sessions'
import { openSession, type UsableSession } from '@latchkey/feature-smart-sessions/use'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { mountModal, preload } from '@latchkey/ui-react/elements'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { loadWorld } from '../world/world.js'
import { openChain, PRESS, pressData, type GameChain } from './chain.js'
import { makeGame, type GameKernel } from './kernel.js'
import type { Table } from './table.js'

const MOVES = 10
const HOUR_S = 3_600
const MS = 1_000
/** Why the chain makes no move, in the page's words. */
const REFUSALS: Readonly<Record<string, string>> = {
  calls: 'The ten moves are played. The chain refuses the eleventh: grant another ten to go on.',
  revoked: 'You have taken the session back. The chain refuses its key.',
  expired: 'The hour is over. Grant another ten moves to go on.',
}

interface Granted {
  session: SmartSession
  usable: UsableSession
  chain: GameChain
}

const wordsOf = (error: unknown): string => {
  if (isLatchkeyError(error, 'wallet.user_rejected')) return 'The wallet said no.'
  const reason = isLatchkeyError(error, 'sessions.redeem_refused') ? error.context.reason : ''
  return REFUSALS[reason] ?? (error instanceof Error ? error.message : String(error))
}

/** Asks the wallet for ten moves, for a key that only this page has. */
async function grantMoves(kernel: GameKernel, contract: `0x${string}`): Promise<Granted> {
  const network = kernel.ports.activeNetwork.current()
  const key = privateKeyToAccount(generatePrivateKey())
  const chain = openChain(String(network?.rpcUrls[0]), contract, key)
  const [session] = await kernel.plugins.sessions.grant({
    to: key.address,
    expiry: Math.floor(Date.now() / MS) + HOUR_S,
    maxCalls: MOVES,
    permissions: [{ type: 'calls', targets: [contract], selectors: [PRESS], maxValue: 0n }],
    isAdjustmentAllowed: false,
    justification: 'Ten moves of Lanterns',
  })
  if (!session?.context) throw new Error('The wallet granted nothing.')
  await chain.fundKey()
  const { context, dependencies } = session
  return { session, chain, usable: openSession({ context, dependencies, node: chain.node }) }
}

/** Follows the wallet: the board is that of the account in use. */
function follow(kernel: GameKernel, table: Table, forget: () => void): void {
  let before: string | undefined
  const update = (): void => {
    const address = kernel.ports.accounts.active()?.address
    if (address === before) return
    before = address
    forget()
    table.left('none yet')
    table.enable({ grant: !!address, list: !!address, new: false, revoke: false, board: false })
    table.say(address ? 'Grant ten moves to begin.' : '')
  }
  kernel.ports.accounts.subscribe(update)
  update()
}

/** A game of one visitor: the session that plays it, and the board that is on the table. */
function createPlay(kernel: GameKernel, table: Table, contract: `0x${string}`) {
  let granted: Granted | undefined
  let board = 0n
  let isMoving = false

  const show = async (): Promise<void> => {
    if (!granted) return
    const { usable, chain } = granted
    const [{ calls, isRevoked }, lit] = await Promise.all([
      usable.state(),
      chain.litOf(usable.account, board),
    ])
    table.left(isRevoked ? 'none: taken back' : String(calls?.left ?? 0))
    table.draw(lit)
  }
  const begin = async (): Promise<void> => {
    board = BigInt(Date.now())
    table.say('Light all nine.')
    await show()
  }
  return {
    begin,
    forget: (): void => void (granted = undefined),
    async grant(): Promise<void> {
      table.say('Look at your wallet.')
      granted = await grantMoves(kernel, contract)
      table.enable({ new: true, list: true, revoke: true, board: true })
      await begin()
    },
    async revoke(): Promise<void> {
      if (!granted) return
      table.say('Look at your wallet.')
      await kernel.plugins.sessions.list()
      await kernel.plugins.sessions.revoke(granted.session)
      table.enable({ revoke: false })
      table.say('Taken back. Try another move: the chain refuses it.')
      await show()
    },
    /** Makes one move, without any question. One at a time. */
    async move(lantern: number): Promise<void> {
      if (!granted || isMoving) return
      isMoving = true
      table.busy(lantern)
      table.say('')
      try {
        const { usable, chain } = granted
        const data = pressData(board, lantern)
        const hash = await usable.redeem([{ to: contract, data }], chain.send)
        await chain.mined(hash)
        table.log(lantern, hash)
        await show()
      } finally {
        isMoving = false
        table.busy(undefined)
      }
    },
  }
}

export async function openGame(table: Table) {
  const world = await loadWorld()
  const kernel = makeGame(world)
  mountModal(kernel)
  // For the console and for tests.
  Object.assign(window, { kernels: [kernel] })
  const play = createPlay(kernel, table, world.game?.contract ?? '0x')
  const deeds = {
    grant: play.grant,
    new: play.begin,
    list: async (): Promise<void> => kernel.open('smartSessions.list'),
    revoke: play.revoke,
  }
  const told = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => table.say(wordsOf(error)))
  follow(kernel, table, play.forget)
  return {
    kernel,
    preload,
    press: (name: keyof typeof deeds): Promise<void> => told(deeds[name]()),
    move: (lantern: number): Promise<void> => told(play.move(lantern)),
  }
}
